/** Three steps for whoever is here for the first time; they end with a clip of one's own. */
import { useEffect, useState } from "react";

import { IconButton } from "../../app/controls";
import { useActiveState } from "../../commands/views";
import { loopClip } from "../../state/performance";
import { changeSettings, useSettings } from "../../state/settings";
import { play, useTransport } from "../../state/transport";
import { annotateMarked } from "../timeline/actions";
import { exportClips } from "../library/clipActions";

interface Step {
  readonly words: string;
  readonly verb: string;
  readonly run: () => void;
}

const STEPS: readonly Step[] = [
  { words: "Play the clip: press Space.", verb: "Play it", run: () => play() },
  { words: "Say what it is: press A to annotate it, or drag on the Annotations track.", verb: "Annotate", run: annotateMarked },
  { words: "Make a clip of your own: cut this one where it leads into itself.", verb: "Make it loop", run: () => void loopClip() },
];

export const FIRST_STEP = 1;
const OVER = 0;

export function FirstSteps() {
  const at = useSettings((settings) => settings.firstStep);
  useProgress(at);
  const name = useActiveState()?.row?.name ?? "";
  const clip = useActiveState()?.id;
  const step = STEPS[at - FIRST_STEP];
  if (at === OVER || clip === undefined) return null;
  return (
    <div className="first-steps" role="region" aria-label="First steps">
      {step ? (
        <>
          <strong className="numbers">
            {at} of {STEPS.length}
          </strong>
          <span className="words">{step.words}</span>
          <button type="button" className="button primary" onClick={step.run}>
            {step.verb}
          </button>
        </>
      ) : (
        <>
          <strong>“{name}” is yours.</strong>
          <span className="words">It is in the library, with how it was made.</span>
          <button type="button" className="button" onClick={() => void exportClips([clip], ".glb")}>
            Export as GLB
          </button>
        </>
      )}
      <IconButton icon="close" label="No first steps" onClick={() => changeSettings({ firstStep: OVER })} />
    </div>
  );
}

/** Goes on when a step was done, in whatever way. */
function useProgress(at: number): void {
  const playing = useTransport((transport) => transport.playing);
  const state = useActiveState();
  const [before, setBefore] = useState({ clip: "", annotations: 0 });
  const clip = state?.id ?? "";
  const annotations = state?.annotations.length ?? 0;
  useEffect(() => {
    if (clip !== before.clip || annotations < before.annotations) setBefore({ clip, annotations });
    const done = [playing, clip === before.clip && annotations > before.annotations, state?.row?.made === true][at - FIRST_STEP];
    if (done) changeSettings({ firstStep: at + 1 });
  }, [at, playing, clip, annotations, state?.row?.made, before]);
}

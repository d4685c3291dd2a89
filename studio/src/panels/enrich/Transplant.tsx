/** A part of one clip on another: the open clip is the host, the part is chosen on the body. */
import { useEffect, useState } from "react";

import { useActiveState } from "../../commands/views";
import type { ClipRow, EnrichBody } from "../../protocol/types";
import { chooseDonor, light, loadBody, transplant, useEnrich, type Cut } from "../../state/enrich";
import { useSession } from "../../state/session";

/** The open clip is the host; another clip gives the part that is pressed on the body. */
export function Transplant() {
  const row = useActiveState()?.row;
  const donor = useEnrich((enriching) => enriching.donor);
  const busy = useEnrich((enriching) => enriching.busy);
  const rows = useSession((session) => session.documents.rows);
  /** Undefined while it is asked for, null where there is nothing to cut. */
  const [body, setBody] = useState<EnrichBody | null | undefined>(undefined);
  /** The part that is being put on, while that goes on. */
  const [making, setMaking] = useState<string | null>(null);
  useEffect(() => {
    setBody(undefined);
    if (!row) return;
    const asked = new AbortController();
    loadBody(row.id, asked.signal)
      .then(setBody)
      .catch(() => (asked.signal.aborted ? undefined : setBody(null)));
    return () => asked.abort();
  }, [row?.id, row?.content]);
  if (!row) return <p className="soft">Open a clip: it is the host, whose legs stay; other clips give it arms or a trunk.</p>;
  const others = [...rows.values()].flatMap((known) => (known.row && known.row.id !== row.id ? [known.row] : []));
  return (
    <section aria-label="Transplant">
      <h3>Transplant</h3>
      <p className="soft">
        <strong>{row.name}</strong> gets a part of another clip. Choose that clip, the donor, then the part.
      </p>
      <select className="field enrich-wide" aria-label="Donor" value={donor ?? ""} onChange={(event) => chooseDonor(event.target.value || null)}>
        <option value="">Choose a donor…</option>
        {others.map((other) => (
          <option key={other.id} value={other.id}>
            {nameWithDeed(other)}
          </option>
        ))}
      </select>
      {body ? (
        <div className="enrich-cut">
          <Body body={body} />
          <ul className="spans">
            {body.cuts.map(({ name, title }) => (
              <li key={name}>
                <button
                  type="button"
                  className="span-button"
                  title={donor ? `Make a clip of ${row.name} with this part` : "Choose a donor first"}
                  disabled={busy || !donor}
                  onMouseEnter={() => light(name)}
                  onMouseLeave={() => light(null)}
                  onFocus={() => light(name)}
                  onBlur={() => light(null)}
                  onClick={() => {
                    if (!donor) return;
                    setMaking(title);
                    void transplant(row.id, donor, name as Cut).then(() => setMaking(null));
                  }}
                >
                  <span className="name">{title}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="faint">{body === undefined ? "Looking at the body…" : "The parts of this skeleton are not known: map it in Skeleton."}</p>
      )}
      {making && (
        <p className="faint" role="status">
          Making a clip with the donor's {making}…
        </p>
      )}
    </section>
  );
}

/** What a clip is called, and what is done in it where its name does not say so: names of captures are often numbers. */
function nameWithDeed({ name, labels }: ClipRow): string {
  const said = labels.filter((label) => !name.includes(label));
  return said.length > 0 ? `${name}: ${said.slice(0, 3).join(", ")}` : name;
}

/** The body at rest, from the front; the part that is pointed at lights up. */
function Body({ body }: { body: EnrichBody }) {
  const lit = useEnrich((enriching) => enriching.lit);
  const joints = new Set(body.cuts.find(({ name }) => name === lit)?.joints);
  const wide = Math.max(0.3, ...body.places.map(([x]) => Math.abs(x))) + 0.05;
  const nameAt = (joint: number): string | null => smallestCut(body, joint);
  return (
    <svg className="enrich-body" viewBox={`${-wide} -1.05 ${2 * wide} 1.1`} role="img" aria-label="The body, and where it is cut">
      {body.parents.map((parent, joint) =>
        parent < 0 ? null : (
          <line
            key={joint}
            className={joints.has(joint) || joints.has(parent) ? "lit" : ""}
            x1={body.places[parent][0]}
            y1={-body.places[parent][1]}
            x2={body.places[joint][0]}
            y2={-body.places[joint][1]}
            onMouseEnter={() => light(nameAt(parent) ?? nameAt(joint))}
            onMouseLeave={() => light(null)}
          />
        ),
      )}
    </svg>
  );
}

/** The cut with the fewest joints that a joint goes with. */
function smallestCut({ cuts }: EnrichBody, joint: number): string | null {
  const holding = cuts.filter(({ joints }) => joints.includes(joint));
  return holding.sort((a, b) => a.joints.length - b.joints.length)[0]?.name ?? null;
}

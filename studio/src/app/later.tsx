/** Parts of the page that come when they are first shown: `later(() => import("./x").then(({ X }) => X))` is a component. */
import { useEffect, useState, type ComponentType } from "react";

import { firstFrame } from "../state/firstFrame";
import { useSession } from "../state/session";
import { Empty } from "./controls";

/** A component that is loaded when it is first shown. */
export type Later<Props = object> = ComponentType<Props> & { readonly load: () => Promise<void>; readonly isHere: () => boolean };

/** How each of them is asked for. */
const ALL: (() => Promise<void>)[] = [];

/** A component of a module that is not part of the first load. Where it cannot be had the page says so, and tries again when
 * asked and when the server is back. */
export function later<Props extends object = object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let view: ComponentType<Props> | null = null;
  let asked: Promise<void> | null = null;
  const ask = (): Promise<void> =>
    (asked ??= load().then(
      (loaded) => {
        view = loaded;
      },
      (error: unknown) => {
        asked = null;
        throw error;
      },
    ));
  function Later(props: Props) {
    const [state, setState] = useState<"waiting" | "here" | "missing">(view ? "here" : "waiting");
    useEffect(() => {
      if (state !== "waiting") return;
      let wanted = true;
      ask().then(
        () => wanted && setState("here"),
        () => wanted && setState("missing"),
      );
      return () => {
        wanted = false;
      };
    }, [state]);
    const connected = useSession((session) => session.connected);
    useEffect(() => {
      if (connected) setState((now) => (now === "missing" ? "waiting" : now));
    }, [connected]);
    const View = view;
    if (View) return <View {...props} />;
    if (state !== "missing") return null;
    return (
      <Empty icon="warning" title="This part of the page could not be loaded">
        <p>Is the server running? If it was updated meanwhile, load the page again.</p>
        <button type="button" className="button" onClick={() => setState("waiting")}>
          Try again
        </button>
      </Empty>
    );
  }
  ALL.push(ask);
  return Object.assign(Later, { load: ask, isHere: () => view !== null });
}

/** Whether a component can be shown at once. */
export function isHere(component: ComponentType | Later): boolean {
  return !("isHere" in component) || component.isHere();
}

/** Resolves when a component can be shown; one that cannot be had says so where it is shown. */
export async function whenHere(component: ComponentType | Later): Promise<void> {
  if ("load" in component) await component.load().catch(() => undefined);
}

/** After the first frame everything else is fetched, one after another: then no panel is waited for, with the server or without. */
export async function loadTheRest(): Promise<void> {
  await firstFrame();
  for (const ask of ALL) await ask().catch(() => undefined);
}

/** Says that the server is away, and that nothing is lost meanwhile. */
import { useEffect, useState } from "react";

import { useUnsentDrafts } from "../state/drafts";
import { useSession } from "../state/session";
import { Icon } from "./icons";

/** A hiccup is not worth a banner. */
const PATIENCE_MS = 600;

export function Banner() {
  const connected = useSession((session) => session.connected);
  const unsent = useSession((session) => session.unsent);
  const drafts = useUnsentDrafts();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(!connected), connected ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [connected]);
  if (!shown) return null;
  const waiting =
    unsent + drafts === 0
      ? "Everything you did is saved."
      : `${unsent + drafts === 1 ? "1 edit is" : `${unsent + drafts} edits are`} kept here and will be saved when it is back.`;
  return (
    <div className="banner" role="alert">
      <Icon name="warning" />
      <span>
        <strong>The studio’s server does not answer.</strong> {waiting}
      </span>
    </div>
  );
}

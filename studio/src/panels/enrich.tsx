/** Enrich: where a body can be cut, a part of one clip on another, a search for transplants, its candidates as a moving contact sheet, its yield. */
import { useEffect } from "react";

import { Empty } from "../app/controls";
import { loadEnrich } from "../state/enrich";
import { useSession } from "../state/session";
import { Search } from "./enrich/Search";
import { Sheet } from "./enrich/Sheet";
import { Transplant } from "./enrich/Transplant";
import { Yield } from "./enrich/Yield";

const SETTLE_MS = 400;

export function EnrichPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const seq = useSession((session) => session.documents.seq);
  const taught = useSession((session) => session.jobs.filter((job) => job.kind === "teach" && job.state === "done").length);
  useEffect(() => {
    if (!library) return;
    const timer = setTimeout(() => void loadEnrich(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [library, seq, taught]);
  if (!library) return <Empty icon="scissors" title="No library yet" />;
  return (
    <div className="clip-panel scroll">
      <Transplant />
      <Search />
      <Sheet />
      <Yield />
    </div>
  );
}

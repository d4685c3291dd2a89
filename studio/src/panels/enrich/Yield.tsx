/** What the last search gave, rule by rule, and whose word that is. */
import type { EnrichRule } from "../../protocol/types";
import { useEnrich } from "../../state/enrich";

export function Yield() {
  const last = useEnrich((enriching) => enriching.status?.last ?? null);
  if (!last) return null;
  return (
    <section aria-label="Yield">
      <h3>Yield</h3>
      <p className="soft">
        Frames that look human: <span className="numbers">{last.times.toFixed(1)}</span> times those of the {last.motions} captures (
        {(last.seconds / 60).toFixed(1)} minutes) that were searched.
      </p>
      <table className="enrich-yield numbers">
        <thead>
          <tr>
            <th>Rule</th>
            <th>Applied</th>
            <th>Fit</th>
            <th>Frames</th>
            <th>Human</th>
          </tr>
        </thead>
        <tbody>{last.rules.map(ruleRow)}</tbody>
      </table>
      <p className="faint">Human as the judge says; it rests on {last.labels}.</p>
    </section>
  );
}

const ruleRow = ({ rule, title, applications, pairs, frames, human }: EnrichRule) => (
  <tr key={rule}>
    <td>{title || rule}</td>
    <td>{applications}</td>
    <td>{pairs}</td>
    <td>{frames.toLocaleString("en")}</td>
    <td>{frames ? `${Math.round((100 * human) / frames)} %` : ""}</td>
  </tr>
);

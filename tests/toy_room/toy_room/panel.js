/** The page's side of the panel. `offers` is what the studio's own panels use (studio/src/panels/added.ts). */
window.motionloom.addPanel(function slowPanel({ react, panelApi, useActiveState }) {
  const { createElement, useEffect, useState } = react;
  function Slow() {
    const clip = useActiveState()?.row?.id;
    const [length, setLength] = useState(null);
    useEffect(() => {
      setLength(null);
      if (clip) panelApi.get("slow", `clips/${clip}`).then(setLength);
    }, [clip]);
    return createElement("p", { "data-testid": "slow" }, length ? `In slow motion it lasts ${length.seconds.toFixed(1)} s.` : "No clip open.");
  }
  return { id: "slow", title: "Slow", icon: "loop", dock: "right", workspaces: ["browse"], Component: Slow };
});

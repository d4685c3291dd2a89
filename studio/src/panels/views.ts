/** The panels that come after the first clip, in one file: together they compress to a third less than one by one. */
export { AlignPanel } from "./align";
export { CharacterPanel } from "./character";
export { CheckPanel } from "./check";
export { ComparePanel } from "./compare";
export { EnrichPanel } from "./enrich";
export { FeetPanel } from "./feet";
export { GraphPanel } from "./graph";
export { LayersPanel } from "./layers";
export { MachinePanel } from "./machine";
export { PlanPanel } from "./plan";
export { ReviewPanel } from "./review";
export { ScatterPanel } from "./scatter";
export { SkeletonPanel } from "./skeleton";
export { SpreadPanel } from "./spread";
export { TransitionsPanel } from "./transitions";

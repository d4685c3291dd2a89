import { FEET, type SetPlants } from "../protocol/types";
import { paintSpan } from "../state/spans";
import type { Edit } from "./edit";

export const setPlants: Edit<SetPlants> = {
  kind: "set_plants",
  clips: (command) => [command.clip],
  apply(state, command) {
    const paint = (feet: [number, number][][], set: boolean): [number, number][][] =>
      FEET.map((foot, i) => (foot === command.foot ? paintSpan(feet[i] ?? [], command.start, command.stop, set) : (feet[i] ?? [])));
    const plants = {
      ...state.plants,
      known: true,
      spans: paint(state.plants.spans, command.planted),
      person: paint(state.plants.person, true),
    };
    return { ...state, plants, row: state.row && { ...state.row, planted: true } };
  },
};

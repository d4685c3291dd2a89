/** Every key there is, by what it is for. */
import { Dialog } from "./controls";
import { chordText, type KeyBinding } from "./keys";

export function KeysDialog({ bindings, onClose }: { bindings: readonly KeyBinding[]; onClose: () => void }) {
  const groups = [...new Set(bindings.map((binding) => binding.group))];
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div className="key-groups scroll">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {bindings
                .filter((binding) => binding.group === group)
                .map((binding) => (
                  <li key={binding.label}>
                    <span>{binding.label}</span>
                    <span className="keys">
                      {shownKeys(binding).map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Two at most, and a row of digits as "1 – 9". */
function shownKeys(binding: KeyBinding): string[] {
  if (binding.keys.length > 4) return [`${chordText(binding.keys[0])} – ${chordText(binding.keys[binding.keys.length - 1])}`];
  return binding.keys.slice(0, 2).map(chordText);
}

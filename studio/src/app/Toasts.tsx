/** The short messages, in the corner. */
import { dismissToast, useToasts } from "../state/toasts";
import { IconButton } from "./controls";

export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className="toasts" role="log" aria-live="polite" aria-label="Messages">
      {toasts.map(({ id, tone, text, action }) => (
        <div key={id} className={`toast ${tone}`} role={tone === "error" ? "alert" : "status"}>
          <p>{text}</p>
          {action && (
            <button
              type="button"
              className="button"
              onClick={() => {
                dismissToast(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton icon="close" label="Dismiss" onClick={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  );
}

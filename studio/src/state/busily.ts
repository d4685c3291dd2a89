/** Work of a store that is done one at a time. */
import type { StoreApi } from "zustand";

import { toastError } from "./toasts";

/** Does it, unless the store is at work already, and says what goes wrong; null where it was not done. */
export async function busily<State extends { readonly busy: boolean }, T>(
  store: Pick<StoreApi<State>, "getState" | "setState">,
  work: () => Promise<T>,
): Promise<T | null> {
  if (store.getState().busy) return null;
  store.setState({ busy: true } as Partial<State>);
  try {
    return await work();
  } catch (error) {
    toastError(error);
    return null;
  } finally {
    store.setState({ busy: false } as Partial<State>);
  }
}

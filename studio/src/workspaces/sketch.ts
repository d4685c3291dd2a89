import type { Workspace } from "./workspace";

export const sketch = { id: "sketch", title: "Sketch", icon: "keys", says: "Few keys on few channels, completed from captures" } as const satisfies Workspace;

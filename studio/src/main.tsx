import { createRoot } from "react-dom/client";

import { App } from "./app/App";
import { startSession } from "./state/session";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/library.css";
import "./styles/viewer.css";
import "./styles/side.css";
import "./styles/timeline.css";

startSession();
const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);

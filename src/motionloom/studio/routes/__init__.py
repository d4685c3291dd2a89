"""The API's routes, one family a file."""

from motionloom.studio.routes import clips, edits, imports, jobs, library, live, pictures

ROUTERS = (library.router, clips.router, pictures.router, edits.router, imports.router, jobs.router, live.router)

"""Long work on a library itself: the sample, imports, exports, files read again. One kind a file; see `making.work`."""

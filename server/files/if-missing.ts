/** Ignores that a file or folder is missing: for the `catch` of a call that reads or changes it. Another failure is thrown again. */
export const ifMissing =
  <Value>(instead: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return instead
    throw error
  }

/** The keys of PostgreSQL's advisory locks, which are shared by all servers. Every lock is held until the end of its transaction. */
export const LOCKS = {
  catalog: 4_101,
  import: 4_102,
  migration: 4_103,
  startup: 4_104,
  payments: 4_105,
  backup: 4_106,
  importFolder: 4_107,
} as const

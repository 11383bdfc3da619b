import { z } from 'zod'
import { defineCall } from './call.ts'
import { data, id, listedName, message } from './fields.ts'

/** The kind of a name; laboratories are suppliers. */
const kind = z.enum(['category', 'supplier'])
export type NameKind = z.infer<typeof kind>

/** A category or supplier that was merged into another one. */
const mergedName = z.object({
  _id: z.string(),
  name: z.string(),
  /** The name that it was merged into. */
  into: z.string(),
  /** The number of products that moved. */
  products: z.int(),
  mergedAt: z.iso.datetime(),
})
export type MergedName = z.infer<typeof mergedName>

/** The most merges that are listed, the latest first. */
export const MAX_LISTED_MERGES = 20

/** Two categories or two suppliers that are the same are merged into one. */
export const mergedNameCalls = {
  mergeNames: defineCall('POST /admin/names/merge', {
    summary:
      'Merges a category or supplier into another one: its products follow, and its old name finds the other one.',
    body: z.object({ kind, id, into: listedName }),
    answer: message,
    errors: ['NOT_FOUND'],
  }),
  listMerges: defineCall('GET /admin/names/merges', {
    summary: 'Lists the latest merges of categories or of suppliers that can be undone.',
    query: z.object({ kind }),
    answer: data(z.array(mergedName)),
  }),
  undoMerge: defineCall('POST /admin/names/merges/:id/undo', {
    summary:
      'Undoes a merge: the old category or supplier is there again with the products that nobody moved since.',
    answer: message,
    errors: ['NAME_TAKEN'],
  }),
}

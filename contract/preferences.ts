import { z } from 'zod'
import { PAGE_SIZES } from '#domain/page-size.ts'
import { defineCall } from './call.ts'
import { data, message, requiredText, text } from './fields.ts'
import { importPart } from './import-report.ts'

/** Limits per person: the saved views of a list, and the lists with settings. */
export const MAX_VIEWS = 20
export const MAX_LISTS = 40

/** The screen of a list, such as `/dashboard/products`. */
const list = requiredText(80).regex(/^\/dashboard[\w/#-]*$/, 'Lista desconocida.')

/** A named search and filters of a list; `query` is the part of its URL after the question mark. */
const savedView = z.object({ name: requiredText(40), query: text(500) })

/** A person's own settings of the back office. */
const preferencesSchema = z.object({
  /** Whether single-key shortcuts are on. */
  shortcuts: z.boolean(),
  /** The height of table rows; null: by the device's pointer, mouse or finger. */
  density: z.enum(['compact', 'comfortable']).nullable(),
  /** Whether the sidebar shows icons only. */
  menuFolded: z.boolean(),
  /** Parts of existing products that the person's last import left unchanged. */
  importLeaves: z.array(importPart),
  lists: z.array(z.object({ list: z.string(), pageSize: z.int().nullable(), views: z.array(savedView) })),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const preferenceChange = z.discriminatedUnion('change', [
  z.object({ change: z.literal('shortcuts'), shortcuts: z.boolean() }),
  z.object({ change: z.literal('density'), density: z.enum(['compact', 'comfortable']) }),
  z.object({ change: z.literal('menu'), menuFolded: z.boolean() }),
  z.object({ change: z.literal('import'), importLeaves: z.array(importPart).max(importPart.options.length) }),
  z.object({ change: z.literal('page-size'), list, pageSize: z.literal(PAGE_SIZES) }),
  z.object({ change: z.literal('save-view'), list, ...savedView.shape }),
  z.object({ change: z.literal('delete-view'), list, name: requiredText(40) }),
])
export type PreferenceChange = z.infer<typeof preferenceChange>

export const preferenceCalls = {
  readPreferences: defineCall('GET /account/desk', {
    access: 'staff',
    summary: "The session's own settings of the back office: page sizes, saved views, shortcuts.",
    answer: data(preferencesSchema),
  }),
  changePreferences: defineCall('POST /account/desk', {
    access: 'staff',
    summary: "Changes one of the session's own settings. A view with a name that exists replaces that view.",
    body: preferenceChange,
    answer: message.extend({ data: preferencesSchema }),
  }),
}

import type { ColumnType, Generated, JSONColumnType, Kysely, Selectable, Transaction } from 'kysely'
import type { Preferences } from '#contract/preferences.ts'
import type { DeliveryError, WebhookEvent } from '#contract/webhooks.ts'
import type { AccountTables } from './account-tables.ts'
import type { CatalogTables } from './catalog-tables.ts'
import type { Computed, Moment, OptionalInstant } from './column-types.ts'
import type { ImportTables } from './import-tables.ts'
import type { OrderTables } from './order-tables.ts'
import type { PaymentTables } from './payment-tables.ts'

interface CartLines {
  user_id: string
  product_id: string
  quantity: number
  added_at: Moment
}

interface FormRequests {
  id: Generated<string>
  type_form: 'contact' | 'prescription-book'
  fullname: string
  email: string
  phone: Generated<string>
  product: Generated<string>
  message: string
  photo: Generated<string>
  search: Computed<string>
  created_at: Moment
  /** When the request was first answered; null until then. */
  answered_at: OptionalInstant
  answered_by: ColumnType<string | null, string | undefined, string | null>
}

interface CarouselImages {
  id: Generated<string>
  photo: string
  name: string
  state: Generated<boolean>
  position: number
  /** A path of the shop, or empty. */
  link: Generated<string>
}

interface Mails {
  cause: string
  /** A MailJob (server/mail/queue-mail.ts). */
  message: unknown
  attempts: Generated<number>
  /** When a server may send the mail: the end of the lease for a leased mail, null for a mail that was sent or given up. */
  due_at: OptionalInstant
  sent_at: OptionalInstant
  last_error: Generated<string>
  queued_at: Moment
  /** The lease of the server that is sending the mail; else null. */
  lease: string | null
  urgent: Computed<boolean>
}

interface AuditEntries {
  /** Ascending in the order of the entries. */
  id: Computed<number>
  /** The acting user; null for the operator. */
  actor_id: string | null
  actor_name: string
  actor_email: string
  /** The network address; empty for the operator. */
  address: string
  action: string
  subject_kind: string
  subject_id: string
  subject_label: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  created_at: Moment
}

/** A receiver of events. */
interface Webhooks {
  id: Generated<string>
  url: string
  events: WebhookEvent[]
  secret: string
  created_at: Moment
}

/** An event for a webhook, kept for 30 days after it was delivered or given up. */
interface WebhookDeliveries {
  id: Generated<string>
  webhook_id: string
  position: Generated<number>
  type: WebhookEvent | 'webhook.test'
  subject_id: string | null
  data: JSONColumnType<Record<string, unknown>>
  happened_at: Moment
  /** When a server may send the event: the end of the lease for a leased event, null for an event that was delivered or given up. */
  due_at: OptionalInstant
  delivered_at: OptionalInstant
  attempts: Generated<number>
  /** The status of the last answer; null when there was none. */
  last_status: number | null
  last_error: DeliveryError | null
  lease: string | null
  is_open: Generated<boolean>
}

/** Personal settings of the back office. */
interface StoredPreferences {
  user_id: string
  settings: JSONColumnType<Preferences>
}

/** The tables of `migrations/`, except those that only statements in SQL name. */
export interface Database extends AccountTables, CatalogTables, ImportTables, OrderTables, PaymentTables {
  cart_lines: CartLines
  form_requests: FormRequests
  carousel_images: CarouselImages
  mails: Mails
  audit_entries: AuditEntries
  desks: StoredPreferences
  webhooks: Webhooks
  webhook_deliveries: WebhookDeliveries
}

/** The database, or a transaction in it. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>
export type UserRow = Selectable<Database['users']>

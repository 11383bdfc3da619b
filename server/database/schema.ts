import type { ColumnType, Generated, JSONColumnType, Kysely, Selectable, Transaction } from 'kysely'
import type { Preferences } from '#contract/preferences.ts'
import type { CouponKind } from '#domain/coupon.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import type { SaleCondition } from '#domain/sale-condition.ts'
import type { ShipmentState } from '#domain/shipment.ts'
import type { Role } from '#domain/users.ts'

/** A column that the database computes. */
type Computed<T> = ColumnType<T, never, never>
/** A `date` as `YYYY-MM-DD`. */
type Day = string
/** A `timestamptz`: read as an ISO text in UTC, written as such or as a Date. */
type Instant = ColumnType<string, Date | string, Date | string>
type OptionalInstant = ColumnType<string | null, Date | string | null | undefined, Date | string | null>
/** A `jsonb`, whose type its readers know. */
type Json = unknown
/** An instant with a default. */
type Moment = ColumnType<string, Date | string | undefined, Date | string>

export type TokenPurpose =
  | 'password-reset'
  | 'login-ticket'
  | 'remembered-device'
  | 'known-device'
  | 'stop-reminders'
  | 'stop-alerts'

/** The tables that Kysely's builder names, complete (`schema.test.ts`); statements in SQL name the others. Money is in whole pesos. */
export interface Database {
  categories: {
    id: Generated<string>
    name: string
    name_key: Computed<string>
    /** Whether the name only says that there is none, such as 'SIN CLASIFICAR'. The shop doesn't show such a name. */
    placeholder: Computed<boolean>
    status: Generated<boolean>
  }
  suppliers: {
    id: Generated<string>
    name: string
    name_key: Computed<string>
    placeholder: Computed<boolean>
    address: Generated<string>
    contact: Generated<string>
    phone: Generated<string>
    status: Generated<'Activo' | 'Inactivo'>
  }
  products: {
    id: Generated<string>
    /** Barcodes with commas between them; a trigger keeps each barcode as a row of `product_barcodes`. */
    barcode: Generated<string>
    tradename: string
    category_id: string
    supplier_id: string
    dcm: Generated<string>
    health_register: Generated<string>
    stock: Generated<number>
    /** The level by which lists sort and filter: 0 without stock, 1 for a low stock, and one more for each doubling. */
    stock_level: Computed<number>
    /** Whether customers can't buy it now: sold out, without a price, held, or sold only at the counter. The shop lists it last. */
    unavailable: Computed<boolean>
    /** The stock that staff or a workbook last set; null if it was never set. */
    counted_stock: number | null
    /** Pesos. */
    cost: number
    /** Percent. */
    discount: Generated<number>
    discounted_price: Computed<number | null>
    photo: Generated<string>
    bioequivalent: Generated<boolean>
    generic: Generated<boolean>
    prescription: Generated<boolean>
    direct_sale: Generated<boolean>
    /** The condition of sale; a trigger keeps the two flags above in agreement with it. */
    sale_condition: Generated<SaleCondition>
    /**
     * Whether a product of unknown condition is off sale: `pending` until the rule of domain/sale-hold is applied, `held` until somebody
     * states the condition. A trigger sets `pending`; `hold-products.ts` applies the rule.
     */
    sale_hold: Generated<'none' | 'pending' | 'held'>
    /** The ingredient or class of medicines for which it is held, or 'Por decidir'; empty when `sale_hold` is 'none'. */
    held_ingredient: Generated<string>
    /** The list's condition, when it is stricter than the product's; 'pending' until they are compared; else empty. */
    listed_condition: Generated<string>
    form: Generated<string>
    quantity: Generated<string>
    legal_warning: Generated<string>
    /** The pharmacy's own code, unique without case and accents; empty for none. */
    own_code: Generated<string>
    therapeutic_action: Generated<string>
    cold_chain: Generated<boolean>
    sort_key: Computed<string>
    /** The pack's content, in `unit`; null when unknown (domain/presentation.ts). */
    unit_count: number | null
    unit: string | null
    /** The key that equivalent products share; empty when unknown (domain/equivalence/). */
    equivalence: Generated<string>
    /** The version of the rules that derived the three columns above (derive-columns.ts); 0 when the columns are out of date. */
    derived_version: Generated<number>
    /** The text that staff search in; a trigger maintains this column and the next two. */
    search: Generated<string>
    /** The trade name in its searchable form. */
    search_name: Generated<string>
    /** The words by which the shop finds the product: `A` of the name, `B` DCM, `C` laboratory, `D` category. */
    search_document: Generated<string>
    version: Generated<number>
    /**
     * The first day on which units of its lots aren't for sale: -infinity with a recalled lot, infinity when all stay for sale; null
     * without lots.
     */
    blocked_from: string | null
    retired_at: OptionalInstant
    created_at: Moment
    updated_at: Moment
  }
  purchase_quantities: {
    product_id: string
    quantity: number
  }
  /** An alert: an e-mail address that waits for a sold-out product, or was mailed about its return. */
  stock_alerts: {
    id: Generated<string>
    product_id: string
    email: string
    /** The account, if its own address was given. */
    user_id: string | null
    created_at: Moment
    /** When the mail was queued. */
    told_at: OptionalInstant
  }
  orders: {
    id: Generated<string>
    number: Generated<number>
    user_id: string
    name: string
    last_name: string
    address: string
    city: string
    postal_code: string
    phone: string
    email: string
    status: Generated<OrderStatus>
    payment: Generated<string>
    total: number
    idempotency_key: string | null
    search: Computed<string>
    created_at: Moment
    proof_checked_at: OptionalInstant
    /** The digest of the payment proof's pixels (`storeDigestedImage`); null without a proof, and for proofs older than this column. */
    proof_digest: string | null
    prescription_sent: Generated<boolean>
    /** The sum of its `payment_matches` in pesos, and the day of the last of their transfers. */
    paid_amount: Generated<number>
    paid_on: Day | null
    coupon_id: string | null
    /** The coupon's code as it was when the order was placed; empty without a coupon. */
    coupon_code: Generated<string>
    discount: Generated<number>
    /** The delivery option: a pick-up point, a zone, or neither when it is still to be agreed. */
    pickup_id: string | null
    zone_id: string | null
    delivery_name: Generated<string>
    /** The code of the commune of a delivery. */
    delivery_commune: Generated<string>
    delivery_cost: Generated<number>
    /** The person who picks the order up, if it isn't the customer. */
    recipient_name: Generated<string>
    recipient_rut: Generated<string>
    shipment: Generated<ShipmentState>
    courier: Generated<string>
    tracking: Generated<string>
    shipped_at: OptionalInstant
  }
  pickup_points: {
    id: Generated<string>
    position: number
    name: string
    address: string
    hours: string
    ready: string
    active: boolean
    created_at: Moment
  }
  delivery_zones: {
    id: Generated<string>
    position: number
    name: string
    price: number
    /** The sum of the products after the coupon's discount, in pesos, from which delivery is free; null: never. */
    free_from: number | null
    days: string
    cold: boolean
    active: boolean
    created_at: Moment
  }
  /** The communes of a zone, with its `active` for the index that keeps a commune in one active zone. */
  zone_communes: {
    zone_id: string
    commune: string
    active: boolean
  }
  coupons: {
    id: Generated<string>
    /** As `normalizeCouponCode` writes it. */
    code: string
    kind: CouponKind
    value: number
    minimum: number | null
    maximum: number | null
    /** The first and the last day, in the pharmacy's time zone. */
    from_day: Day | null
    until_day: Day | null
    uses: number | null
    uses_per_customer: number | null
    first_order: Generated<boolean>
    /** Ids of the categories and laboratories to which the coupon is limited; empty: all. */
    categories: Generated<string[]>
    laboratories: Generated<string[]>
    active: Generated<boolean>
    created_at: Moment
  }
  product_imports: {
    id: Generated<string>
    state: 'preview' | 'saved' | 'refused' | 'undone'
    actor_id: string | null
    actor_name: string
    file_name: string
    /** An ImportReport (contract/imports.ts), and `stockKept` once the stock that the import had added was subtracted again. */
    report: Json
    created: Computed<number | null>
    updated: Computed<number | null>
    unchanged: Computed<number | null>
    refused: Computed<number | null>
    repeated: Computed<number | null>
    search: Computed<string>
    refused_rows: Json | null
    source: Generated<'person' | 'folder' | 'command'>
    /** The file of the folder that is still to be moved. */
    open_file: Json | null
    created_at: Moment
    saved_at: OptionalInstant
    undone_at: OptionalInstant
  }
  /** Columns of files that people assigned by hand (server/tables/read-table.ts). */
  remembered_columns: {
    kind: 'products' | 'statement'
    /** The headings of the whole table, folded; empty for products, where a heading means the same in every file. */
    layout: string
    /** The folded heading, or the place: `#3`. */
    column_key: string
    /** Empty for a column that is left out. */
    field: string
  }
  /** Rows of lists without codes, each with the product that it was recognised as. */
  import_names: {
    /** The digest of the list's headings. */
    source: string
    /** Name, content and laboratory of a row, as `identityOf` writes them. */
    identity: string
    product_id: string
  }
  users: {
    id: Generated<string>
    role: Generated<Role>
    email: string
    password_hash: string
    name: string
    lastname: Generated<string>
    photo: Generated<string>
    rut: Generated<string>
    phone: Generated<string>
    cellphone: Generated<string>
    gender: Generated<string>
    birthdate: Day | null
    search: Computed<string>
    created_at: Moment
    disabled_at: OptionalInstant
    /** When staff were invited; null for everybody else, and once they have chosen a password. */
    invited_at: OptionalInstant
  }
  sessions: {
    token_hash: Buffer
    user_id: string
    expires_at: Instant
    created_at: Moment
    /** When the user last gave a code of the second factor in this session. */
    code_at: OptionalInstant
  }
  /** Tokens of mails and cookies; see `server/http/tokens.ts`. */
  tokens: {
    purpose: TokenPurpose
    token_hash: Buffer
    /** The token's user; null for the purpose 'stop-alerts'. */
    user_id: string | null
    alert_id: string | null
    /** The user or the alert. */
    subject: Computed<string>
    expires_at: Instant
  }
  user_interests: {
    user_id: string
    category_id: string
  }
  cart_lines: {
    user_id: string
    product_id: string
    quantity: number
    added_at: Moment
  }
  form_requests: {
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
    answered_at: OptionalInstant
    answered_by: string | null
  }
  carousel_images: {
    id: Generated<string>
    photo: string
    name: string
    state: Generated<boolean>
    position: number
    /** A path of the shop, or empty. */
    link: Generated<string>
  }
  mails: {
    cause: string
    /** A MailJob (server/mail/queue-mail.ts). */
    message: Json
    attempts: Generated<number>
    /** When a server may send the mail: the end of the lease for a leased mail, null for a mail that was sent or given up. */
    due_at: OptionalInstant
    sent_at: OptionalInstant
    last_error: Generated<string>
    queued_at: Moment
    lease: string | null
    urgent: Computed<boolean>
  }
  audit_entries: {
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
  desks: {
    user_id: string
    settings: JSONColumnType<Preferences>
  }
}

/** The database, or a transaction in it. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>
export type UserRow = Selectable<Database['users']>

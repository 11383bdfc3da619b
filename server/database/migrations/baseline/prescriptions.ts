/** Reviews of orders' prescriptions, prescriptions that last, and the register (docs/prescriptions.md#review). */
export const prescriptions = [
  // Decisions about an order's prescription; the latest counts.
  `create table prescription_reviews (
    order_id uuid not null references orders on delete cascade,
    approved boolean not null,
    reason text not null default '',
    prescriber text not null default '',
    prescriber_rut text not null default '',
    prescribed_on date,
    folio text not null default '',
    valid_until date,
    deliveries integer not null default 1,
    -- Whether an approval confirms a lasting prescription in place of pages, and whether the order has lost that one since.
    covered boolean not null default false,
    lapsed boolean not null default false,
    reviewed_at timestamptz not null default clock_timestamp(),
    reviewer_id uuid references users on delete set null,
    primary key (order_id, reviewed_at)
  )`,
  'create index prescription_reviews_by_reviewer on prescription_reviews (reviewer_id) where reviewer_id is not null',
  "create index prescription_reviews_by_prescriber on prescription_reviews (prescriber, reviewed_at desc) where prescriber <> ''",

  // When the paper original of an order's retained prescription was received.
  `create table received_originals (
    order_id uuid primary key references orders on delete cascade,
    received_at timestamptz not null default clock_timestamp(),
    receiver_id uuid references users on delete set null
  )`,
  'create index received_originals_by_receiver on received_originals (receiver_id) where receiver_id is not null',

  // An approved prescription with dispensings left for later orders of the same customer.
  `create table lasting_prescriptions (
    id uuid primary key default uuid_v7(),
    user_id uuid not null references users on delete cascade,
    -- The order whose approval it comes from.
    order_id uuid not null unique references orders on delete cascade,
    prescriber text not null default '',
    prescriber_rut text not null default '',
    prescribed_on date,
    folio text not null default '',
    valid_until date,
    deliveries integer not null check (deliveries > 0),
    -- When the customer removed it from their list.
    removed_at timestamptz,
    created_at timestamptz not null default clock_timestamp()
  )`,
  'create index lasting_prescriptions_by_user on lasting_prescriptions (user_id)',
  // Products equivalent to one of these are served (products.equivalence, domain/equivalence).
  `create table lasting_prescription_items (
    prescription_id uuid not null references lasting_prescriptions on delete cascade,
    equivalence text not null,
    product_id uuid not null references products,
    primary key (prescription_id, equivalence)
  )`,
  'create index lasting_prescription_items_by_product on lasting_prescription_items (product_id)',
  // An order that takes a dispensing of a prescription, the approved order included. The row is deleted when the order is cancelled or
  // rejected.
  `create table prescription_uses (
    prescription_id uuid not null references lasting_prescriptions on delete cascade,
    order_id uuid not null references orders on delete cascade,
    primary key (order_id, prescription_id)
  )`,
  'create index prescription_uses_by_prescription on prescription_uses (prescription_id)',

  // The register: texts as they were at the dispensing, kept when order and account are erased. Lines are never removed before their
  // time; a dispensing that was taken back is struck.
  `create table dispensed_prescriptions (
    id uuid primary key default uuid_v7(),
    order_id uuid not null,
    order_number integer not null,
    position integer not null,
    product_id uuid not null,
    -- Milliseconds, by which a workbook's batches continue.
    dispensed_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
    patient_id uuid,
    patient_name text not null,
    patient_rut text not null,
    prescriber text not null default '',
    prescriber_rut text not null default '',
    sale_condition text not null check (sale_condition in ('simple', 'retained', 'check')),
    product text not null,
    dcm text not null,
    quantity integer not null,
    approved_by text not null default '',
    retained boolean not null default false,
    folio text not null default '',
    struck_at timestamptz,
    search text not null generated always as (fold(
      product || ' ' || dcm || ' ' || patient_name || ' ' || patient_rut || ' ' || prescriber || ' ' || order_number)) stored
  )`,
  'create unique index dispensed_once on dispensed_prescriptions (order_id, position) where struck_at is null',
  // Delivered orders whose original is still to be received.
  `create index dispensed_to_retain on dispensed_prescriptions (order_id)
    where struck_at is null and sale_condition <> 'simple' and not retained and folio = ''`,
  'create index dispensed_by_order on dispensed_prescriptions (order_id)',
  'create index dispensed_by_time on dispensed_prescriptions (dispensed_at, id)',
  'create index dispensed_by_patient on dispensed_prescriptions (patient_id)',
  'create index dispensed_by_search on dispensed_prescriptions using gin (search gin_trgm_ops)',
]

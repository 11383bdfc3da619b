import { type Kysely, sql } from 'kysely'

/**
 * Turns the reasons of matches and offers from sentences into codes with their data (domain/payment-reasons.ts). Not compatible: the
 * version before answers reasons as they are stored.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(CODE_OF).execute(database)
  await sql
    .raw(`update payment_matches set reasons = ${codesOf('reasons')} where reasons <> '[]'`)
    .execute(database)
  await sql
    .raw(
      `update payments set offers = (
        select jsonb_agg(offer || jsonb_build_object('reasons', ${codesOf("offer -> 'reasons'")}) order by place)
        from jsonb_array_elements(offers) with ordinality as offers (offer, place))
      where offers <> '[]'`,
    )
    .execute(database)
  await sql.raw('drop function payment_reason(text)').execute(database)
}

const codesOf = (reasons: string) => `(
  select coalesce(jsonb_agg(payment_reason(reason) order by place), '[]')
  from jsonb_array_elements_text(${reasons}) with ordinality as reasons (reason, place))`

/** A sentence without data, and its code. */
const PLAIN = {
  'mismo monto': 'same-amount',
  'un dígito distinto': 'digit-slip',
  'mismo RUT': 'same-rut',
  'RUT de otra persona': 'other-rut',
  'anterior al pedido': 'early',
  'otra transferencia lo paga': 'taken',
}

/** The beginning of a sentence, its code, and the name of its datum. */
const WITH_NUMBER = [
  ['suma exacta de ', 'exact-sum', 'orders'],
  ['también calzan otros ', 'more-rivals', 'orders'],
  ['dice N° ', 'number', 'number'],
  ['también calza el pedido N° ', 'rival', 'number'],
]
const WITH_NAME = [
  ['mismo nombre: ', 'same-name'],
  ['nombre parecido: ', 'similar-name'],
  ['mismo apellido: ', 'same-last-name'],
]

const digits = (text: string) => `regexp_replace(${text}, '[^0-9]', '', 'g')::int`

// A sentence has the day of another transfer without the year, so the present year is assumed.
const CODE_OF = `create function payment_reason(reason text) returns jsonb language sql stable as $$
  select case
    ${Object.entries(PLAIN)
      .map(([words, code]) => `when reason = '${words}' then jsonb_build_object('code', '${code}')`)
      .join('\n    ')}
    ${WITH_NUMBER.map(
      ([words, code, datum]) =>
        `when starts_with(reason, '${words}') then jsonb_build_object('code', '${code}', '${datum}', ${digits('reason')})`,
    ).join('\n    ')}
    ${WITH_NAME.map(
      ([words, code]) =>
        `when starts_with(reason, '${words}') then jsonb_build_object('code', '${code}', 'name', substr(reason, ${words!.length + 1}))`,
    ).join('\n    ')}
    when reason ~ '^(falta|sobra)n? ' then jsonb_build_object('code', 'difference',
      'pesos', case when starts_with(reason, 'falta') then -1 else 1 end * ${digits('reason')})
    when starts_with(reason, 'con ') then jsonb_build_object('code', 'part',
      'pesos', ${digits("split_part(reason, ' del ', 1)")},
      'day', to_char(now(), 'YYYY') || '-' || substr(split_part(reason, ' del ', 2), 4, 2) || '-' || left(split_part(reason, ' del ', 2), 2))
    else to_jsonb(reason)
  end $$`

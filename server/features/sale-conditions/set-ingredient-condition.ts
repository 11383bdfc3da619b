import { sql } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import type { ListedIngredient, saleConditionCalls } from '#contract/sale-conditions.ts'
import { fold } from '#domain/text.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { containsText } from '../../database/like-pattern.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { refuseTaken } from '../../refusals/refuse-taken.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'
import { holdProducts } from '../products/hold-products.ts'
import { findIngredient } from './queries.ts'

type Setting = CallOutput<typeof saleConditionCalls.setIngredientCondition>['body'] & { actor: Actor }

/**
 * Lists an ingredient with its usual condition and its names, and holds or frees products accordingly. Its lock keeps others from saving
 * products meanwhile.
 *
 * @throws Refusal NAME_TAKEN for a name of another ingredient
 */
export function setIngredientCondition(
  database: Db,
  { ingredient, saleCondition, names, actor, ...rule }: Setting,
): Promise<ListedIngredient> {
  const set = inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'exclusive')
    const before = await findIngredient(tx, ingredient)
    const name = before?.ingredient ?? ingredient
    const after = {
      ingredient: name,
      saleCondition,
      directUpTo: rule.directUpTo === undefined ? (before?.directUpTo ?? null) : rule.directUpTo,
      directRoutes: rule.directRoutes ?? before?.directRoutes ?? [],
      controlled: before?.controlled ?? false,
      names: namesOf(names ?? before?.names ?? [], name),
    }
    await sql`
      insert into ingredient_conditions (ingredient, sale_condition, direct_up_to, direct_routes)
      values (${name}, ${saleCondition}, ${after.directUpTo}, ${after.directRoutes}::text[])
      on conflict (ingredient) do update set sale_condition = excluded.sale_condition, direct_up_to = excluded.direct_up_to,
        direct_routes = excluded.direct_routes`.execute(tx)
    await sql`delete from ingredient_names where ingredient = ${name} and name <> all (${after.names}::text[])`.execute(
      tx,
    )
    const added = after.names.filter((one) => !before?.names.includes(one))
    await sql`insert into ingredient_names (name, ingredient) select name, ${name} from unnest(${added}::text[]) name`.execute(
      tx,
    )
    await holdAgain(tx, [...new Set([...after.names, ...(before?.names ?? [])])])
    const changes = before ? changedFields(inWords(before), inWords(after)) : { after: inWords(after) }
    if (changes)
      await recordAudit(tx, actor, {
        action: 'product.ingredient',
        subject: { kind: 'ingredient', id: name, label: name },
        ...changes,
      })
    return after
  })
  return refuseTaken(set, { code: 'NAME_TAKEN', field: 'names' })
}

/**
 * Names in the form in which they are compared with products' texts: words without accents, signs and capitals. The ingredient's own name
 * is included.
 */
const namesOf = (written: readonly string[], ingredient: string): string[] =>
  [...new Set([ingredient, ...written].map(wordsOf))].filter(Boolean).toSorted()

const wordsOf = (text: string) =>
  fold(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/**
 * Decides again about the products of unknown condition whose texts have one of the names. A held product that was renamed isn't found, and
 * stays held.
 */
async function holdAgain(tx: Tx, names: readonly string[]) {
  const firstWords = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))]
  const { rows } = await sql<{ id: string }>`
    update products set sale_hold = 'pending' where sale_condition = 'unknown' and (${sql.join(
      firstWords.map((word) => containsText('search', word)),
      sql` or `,
    )}) returning id`.execute(tx)
  await holdProducts(
    tx,
    rows.map(({ id }) => id),
  )
}

const inWords = ({ saleCondition, directUpTo, directRoutes, names }: ListedIngredient) => ({
  saleCondition,
  ...(directUpTo !== null && { directUpTo }),
  ...(directRoutes.length > 0 && { directRoutes: directRoutes.join(', ') }),
  names: names.join(', '),
})

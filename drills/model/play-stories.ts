/** Plays random stories on a running shop until a book doesn't balance. */
import fc from 'fast-check'
import pg from 'pg'
import { checkShop } from '../check-shop.ts'
import { emptyRound, play } from './act.ts'
import { openBooks } from './books.ts'
import { createProduct, openPeople, type People } from './shop.ts'
import { type Story, story } from './stories.ts'

type Options = {
  base: string
  databaseUrl: string
  stories: number
  /** The most seconds of the run. */
  seconds?: number
  /** The seed of an earlier failure, to play it again. */
  seed?: number
  path?: string
}

export type Played = {
  seed: number
  stories: number
  rounds: number
  acts: number
  orders: number
  /** The first failed story: its differences, and how to play it again; empty when no story failed. */
  failure: string
}

/** Plays stories on a shop that has an administrator ({@link ADMIN}) and nothing else. */
export async function playStories({
  base,
  databaseUrl,
  stories,
  seconds,
  seed,
  path,
}: Options): Promise<Played> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const people = await openPeople(base)
  const played = { stories: 0, rounds: 0, acts: 0, orders: 0 }
  try {
    const property = fc.asyncProperty(story, async (story) => {
      const problems = await playStory({ people, client, played }, story)
      if (problems.length > 0) throw new Error(problems.join('\n'))
    })
    // No shrinking: parallel acts rarely interleave in the same way twice.
    const details = await fc.check(property, {
      numRuns: stories,
      interruptAfterTimeLimit: seconds && seconds * 1000,
      seed,
      path,
      endOnFailure: true,
    })
    const { failed, counterexamplePath, errorInstance, counterexample } = details
    const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
    const failure = failed
      ? `${reason}\n${JSON.stringify(counterexample)}\n--seed=${details.seed} --path=${counterexamplePath}`
      : ''
    return { ...played, seed: details.seed, failure }
  } finally {
    people.close()
    await client.end()
  }
}

type Stage = { people: People; client: pg.Client; played: Omit<Played, 'seed' | 'failure'> }

async function playStory({ people, client, played }: Stage, { stocks, rounds }: Story): Promise<string[]> {
  played.stories += 1
  const products = await Promise.all(stocks.map((stock) => createProduct(people, stock)))
  const customers = people.customers.map(({ id }) => id)
  await client.query('delete from cart_lines where user_id = any($1)', [customers])
  // Rate limits are reset: the same customers order in all stories.
  await client.query('delete from rate_limits')
  const books = await openBooks(client, { products: products.map(({ id }) => id), customers })
  for (const acts of rounds) {
    played.rounds += 1
    played.acts += acts.length
    const round = emptyRound()
    const orders = [...books.orders]
    await Promise.all(acts.map((act) => play(act, { people, products, orders, round })))
    const problems = await books.close(round)
    if (problems.length > 0) return problems
  }
  played.orders += books.orders.length
  return checkShop(client)
}

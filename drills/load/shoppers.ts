/** Products and customers with sessions, written to the database: registering a thousand of them over HTTP takes minutes. */
import { connect } from '#server/database/connection.ts'
import type { Db } from '#server/database/schema.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'

export type Shopper = { id: string; token: string; email: string }

export async function withDatabase<T>(databaseUrl: string, work: (database: Db) => Promise<T>): Promise<T> {
  const database = connect(databaseUrl, { max: 4, onError: (error) => console.error(error) })
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

export const makeShoppers = (databaseUrl: string, count: number): Promise<Shopper[]> =>
  withDatabase(databaseUrl, (database) =>
    Promise.all(Array.from({ length: count }, () => makeUser(database))),
  )

export const makeProducts = (databaseUrl: string, count: number, stock: number): Promise<{ id: string }[]> =>
  withDatabase(databaseUrl, (database) =>
    Promise.all(
      Array.from({ length: count }, (_, n) => makeProduct(database, { stock, discount: (n % 4) * 5 })),
    ),
  )

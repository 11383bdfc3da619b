import { type Kysely, sql } from 'kysely'

/** The version before adds images without a link. */
export const compatible = true

/** Gives carousel images a path of the shop, which a press on the image opens. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table carousel_images add column link text not null default ''`.execute(database)
}

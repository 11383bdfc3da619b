import { type Kysely, sql } from 'kysely'

/** The version before this migration doesn't call the function. */
export const compatible = true

/** The lines of a cart, locked until the transaction ends. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // A function, because its second statement sees what was written while the first one waited; a single statement doesn't.
  await sql
    .raw(`
    create function lock_cart(owner uuid) returns setof cart_lines language plpgsql rows 5 as $$
    begin
      perform from users where id = owner for no key update;
      return query select * from cart_lines where user_id = owner;
    end $$`)
    .execute(database)
}

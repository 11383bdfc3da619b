import { type Kysely, sql } from 'kysely'

/** The version before neither reads nor writes the column. */
export const compatible = true

/** The listed brands that have other active ingredients besides the listed one. */
const COMBINED =
  'acotol aldrox antalin anulette asmavent aurituss bequium berodual betavol brevex brexotide buton combodart cotrimoxazol cronus dacam dionela dipatropin dolcopin dolomerpal dolospam doloten donomix duodart enhora extosen fasarax flemex galvus gastrolen ginecopast ginedazol grifoparkin herolan hidrium ipson irbevitae labosalic migranol mixgen neoalledryl novafem olmepress otex prolopa rinobanedif sibilla tensoliv trelibec valpin vannair vexa vonille xigduo zypred clavinex'

/** More brands that people ask for, with their only active ingredient as the list names it. */
const BRANDS = {
  Aciclovir: 'zovirax',
  Amlodipino: 'norvasc',
  Apixaban: 'eliquis',
  Atorvastatina: 'lipitor',
  Celecoxib: 'celebra',
  Cetirizina: 'zyrtec',
  Clonazepam: 'rivotril',
  Clopidogrel: 'plavix',
  Dapagliflozina: 'forxiga',
  Desloratadina: 'aerius',
  Duloxetina: 'cymbalta',
  Empagliflozina: 'jardiance',
  Escitalopram: 'lexapro',
  Finasterida: 'propecia',
  Fluconazol: 'diflucan',
  Fluoxetina: 'prozac',
  Furosemida: 'lasix',
  Lamotrigina: 'lamictal',
  Levetiracetam: 'keppra',
  Loperamida: 'imodium',
  Loratadina: 'clarityne',
  Losartan: 'cozaar',
  Montelukast: 'singulair',
  Omeprazol: 'losec',
  Paracetamol: 'panadol',
  Pregabalina: 'lyrica',
  Quetiapina: 'seroquel',
  Rosuvastatina: 'crestor',
  Salbutamol: 'ventolin',
  Sertralina: 'zoloft',
  Sildenafil: 'viagra',
  Sitagliptina: 'januvia',
  Tadalafilo: 'cialis',
  Tamsulosina: 'secotex',
  Telmisartan: 'micardis',
  Valsartan: 'diovan',
}

/**
 * Adds brands to the list of ingredients, and marks those of several active ingredients, for which the search names no "mismo principio
 * activo" (docs/product.md#search).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table ingredient_names add column combined boolean not null default false`.execute(database)
  await sql`update ingredient_names set combined = true where name = any (${COMBINED.split(' ')}::text[])`.execute(
    database,
  )
  await sql`
    insert into ingredient_names (name, ingredient)
    select value, key from jsonb_each_text(${JSON.stringify(BRANDS)}::jsonb)
    where key in (select ingredient from ingredient_conditions)
    on conflict do nothing`.execute(database)
  // Setting the column runs the trigger that holds products of unknown condition.
  await sql`
    update products set held_ingredient = '' where sale_condition = 'unknown' and held_ingredient = ''
      and search ~ ${`\\m(${Object.values(BRANDS).join('|')})\\M`}`.execute(database)
}

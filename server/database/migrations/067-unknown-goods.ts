import { type Kysely, sql } from 'kysely'

/** The version before leaves pending products off sale. */
export const compatible = true

/** More brands of Chile's pharmacies, with the ingredient of their condition of sale. */
const BRANDS: Record<string, string> = {
  Alprazolam: 'adax zotran tricalma',
  Amlodipino: 'terloc presilam',
  Amoxicilina: 'amoval',
  'Ácido clavulánico': 'augmentin ambilan clavam',
  Aripiprazol: 'abilify irazem groven',
  Atorvastatina: 'zarator lowden lipotropic hipolixan dislipor',
  Azitromicina: 'zitromax azitrom ricilina',
  Betametasona: 'betametas cidoten',
  Bimatoprost: 'lumigan',
  Brimonidina: 'alphagan combigan agglad',
  Budesonida: 'symbicort pulmicort aerovial',
  Celecoxib: 'celebra valdyne',
  Ciprofloxacino: 'ciproval baycip',
  Claritromicina: 'klaricid euromicina',
  Clobetasol: 'dermovate xinder',
  Clonazepam: 'ravotril clonapax valpax clonex',
  Clotrimazol: 'canesten',
  Cotrimoxazol: 'bactrim',
  Diclofenaco: 'voltaren lertus pirexyl dioxaflex',
  Diosmina: 'daflon',
  Domperidona: 'motilium dosin',
  Doxiciclina: 'doxicicl vibramicina',
  Drospirenona: 'yasmin yaz daylette femidual',
  Enoxaparina: 'enoxpar clexane',
  Escitalopram: 'ipran neopresol',
  Eszopiclona: 'nirvan valnoc',
  Etoricoxib: 'arcoxia',
  Fentanilo: 'durogesic',
  Fluticasona: 'seretide flixotide flixonase avamys',
  Gentamicina: 'gentalyn',
  Hidroxicloroquina: 'hidroxicloroq plaquinol',
  Insulina: 'lantus humalog novorapid levemir tresiba',
  Isotretinoína: 'roaccutan isoface piplex',
  Ivabradina: 'coralan',
  Ketoprofeno: 'profenid flogofin',
  Ketorolaco: 'dolgenal burten',
  Lamotrigina: 'lafigin',
  Latanoprost: 'xalatan gaap',
  Levofloxacino: 'levaquin tavanic',
  Levonorgestrel: 'microgynon anulette',
  Levotiroxina: 'eutirox',
  Losartan: 'simperten corodin aratan',
  Magaldrato: 'bemolan',
  Meloxicam: 'mobex hyflex',
  Mesalazina: 'salofalk pentasa',
  Metamizol: 'dipirona novalgina',
  Metformina: 'glafornil glucophage',
  Metilfenidato: 'concerta ritalin aradix',
  Metilprednisolona: 'medrol solumedrol',
  Midazolam: 'dormonid',
  Morfina: 'contalgin',
  Nitrofurantoína: 'macrodantina macrosan',
  Oxicodona: 'oxycontin oxyrapid',
  Paracetamol: 'trioval kitadol zolben',
  Piroxicam: 'flapex',
  Prednisona: 'meticorten',
  Rabeprazol: 'pariet',
  Risperidona: 'risperdal spiron',
  Sertralina: 'altruline eleval sertac emergen',
  Sildenafil: 'viagra',
  'Subsalicilato de bismuto': 'bismutol',
  Tadalafilo: 'cialis',
  Telmisartan: 'micardis',
  Terbinafina: 'lamisil finex',
  Testosterona: 'nebido sustenon',
  Tobramicina: 'tobradex tobrex xolof',
  Tramadol: 'tramal ultracet zaldiar manol',
  Triamcinolona: 'kenacort',
  Valproato: 'depakene atemperator valcote',
  Valsartan: 'tareg diovan',
  Zolpidem: 'somno adormix',
  Bromhexina: 'bisolvon',
  'Hedera helix': 'abrilar muxelix',
  'Óxido de zinc': 'hipoglos',
  Dexpantenol: 'bepanthene',
  Simeticona: 'luftal',
  Multivitamínico: 'berocca vitacap',
  'Sales rehidratantes': 'pedialyte',
  Mentol: 'vick salonpas calorub counterpain halls',
  'Hidróxido de magnesio': 'mylanta',
}

/** The brands that have other active ingredients besides the given one. */
const COMBINED =
  'augmentin ambilan clavam bactrim combigan symbicort seretide yasmin yaz daylette femidual microgynon ultracet zaldiar tobradex trioval vick salonpas calorub counterpain halls mylanta'

/**
 * Adds brands to the list, and has the rule applied again to every product of unknown condition that is for sale: a product that nothing
 * identifies as another kind of good is held now.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const names = Object.entries(BRANDS).flatMap(([ingredient, brands]) =>
    brands.split(' ').map((name) => ({ name, ingredient, combined: COMBINED.split(' ').includes(name) })),
  )
  await sql`
    insert into ingredient_names (name, ingredient, combined)
    select name, ingredient, combined from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as added (name text, ingredient text, combined boolean)
    where ingredient in (select ingredient from ingredient_conditions)
    on conflict do nothing`.execute(database)
  await sql`
    update products set sale_hold = 'pending', held_ingredient = 'Por decidir'
    where sale_condition = 'unknown' and sale_hold = 'none'`.execute(database)
}

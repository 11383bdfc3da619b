import { fold } from './text.ts'

/** Chile's communes (the official list of 2018), by which delivery zones are drawn. */

/** `code` is the official one: five digits, of which the first two are the region's. */
export type Commune = { code: string; name: string; region: string }
export type Region = { code: string; name: string; communes: Commune[] }

/** The code of each region, its name, and its communes with the last three digits of their codes; north to south. */
const LIST: [code: string, name: string, communes: string][] = [
  ['15', 'Arica y Parinacota', '101 Arica, 102 Camarones, 201 Putre, 202 General Lagos'],
  [
    '01',
    'Tarapacá',
    '101 Iquique, 107 Alto Hospicio, 401 Pozo Almonte, 402 Camiña, 403 Colchane, 404 Huara, 405 Pica',
  ],
  [
    '02',
    'Antofagasta',
    `101 Antofagasta, 102 Mejillones, 103 Sierra Gorda, 104 Taltal, 201 Calama, 202 Ollagüe, 203 San Pedro de Atacama,
    301 Tocopilla, 302 María Elena`,
  ],
  [
    '03',
    'Atacama',
    `101 Copiapó, 102 Caldera, 103 Tierra Amarilla, 201 Chañaral, 202 Diego de Almagro, 301 Vallenar, 302 Alto del Carmen,
    303 Freirina, 304 Huasco`,
  ],
  [
    '04',
    'Coquimbo',
    `101 La Serena, 102 Coquimbo, 103 Andacollo, 104 La Higuera, 105 Paihuano, 106 Vicuña, 201 Illapel, 202 Canela,
    203 Los Vilos, 204 Salamanca, 301 Ovalle, 302 Combarbalá, 303 Monte Patria, 304 Punitaqui, 305 Río Hurtado`,
  ],
  [
    '05',
    'Valparaíso',
    `101 Valparaíso, 102 Casablanca, 103 Concón, 104 Juan Fernández, 105 Puchuncaví, 107 Quintero, 109 Viña del Mar,
    201 Isla de Pascua, 301 Los Andes, 302 Calle Larga, 303 Rinconada, 304 San Esteban, 401 La Ligua, 402 Cabildo,
    403 Papudo, 404 Petorca, 405 Zapallar, 501 Quillota, 502 La Calera, 503 Hijuelas, 504 La Cruz, 506 Nogales,
    601 San Antonio, 602 Algarrobo, 603 Cartagena, 604 El Quisco, 605 El Tabo, 606 Santo Domingo, 701 San Felipe,
    702 Catemu, 703 Llaillay, 704 Panquehue, 705 Putaendo, 706 Santa María, 801 Quilpué, 802 Limache, 803 Olmué,
    804 Villa Alemana`,
  ],
  [
    '13',
    'Metropolitana de Santiago',
    `101 Santiago, 102 Cerrillos, 103 Cerro Navia, 104 Conchalí, 105 El Bosque, 106 Estación Central, 107 Huechuraba,
    108 Independencia, 109 La Cisterna, 110 La Florida, 111 La Granja, 112 La Pintana, 113 La Reina, 114 Las Condes,
    115 Lo Barnechea, 116 Lo Espejo, 117 Lo Prado, 118 Macul, 119 Maipú, 120 Ñuñoa, 121 Pedro Aguirre Cerda,
    122 Peñalolén, 123 Providencia, 124 Pudahuel, 125 Quilicura, 126 Quinta Normal, 127 Recoleta, 128 Renca,
    129 San Joaquín, 130 San Miguel, 131 San Ramón, 132 Vitacura, 201 Puente Alto, 202 Pirque, 203 San José de Maipo,
    301 Colina, 302 Lampa, 303 Tiltil, 401 San Bernardo, 402 Buin, 403 Calera de Tango, 404 Paine, 501 Melipilla,
    502 Alhué, 503 Curacaví, 504 María Pinto, 505 San Pedro, 601 Talagante, 602 El Monte, 603 Isla de Maipo,
    604 Padre Hurtado, 605 Peñaflor`,
  ],
  [
    '06',
    "Libertador General Bernardo O'Higgins",
    `101 Rancagua, 102 Codegua, 103 Coinco, 104 Coltauco, 105 Doñihue, 106 Graneros, 107 Las Cabras, 108 Machalí,
    109 Malloa, 110 Mostazal, 111 Olivar, 112 Peumo, 113 Pichidegua, 114 Quinta de Tilcoco, 115 Rengo, 116 Requínoa,
    117 San Vicente, 201 Pichilemu, 202 La Estrella, 203 Litueche, 204 Marchigüe, 205 Navidad, 206 Paredones,
    301 San Fernando, 302 Chépica, 303 Chimbarongo, 304 Lolol, 305 Nancagua, 306 Palmilla, 307 Peralillo, 308 Placilla,
    309 Pumanque, 310 Santa Cruz`,
  ],
  [
    '07',
    'Maule',
    `101 Talca, 102 Constitución, 103 Curepto, 104 Empedrado, 105 Maule, 106 Pelarco, 107 Pencahue, 108 Río Claro,
    109 San Clemente, 110 San Rafael, 201 Cauquenes, 202 Chanco, 203 Pelluhue, 301 Curicó, 302 Hualañé, 303 Licantén,
    304 Molina, 305 Rauco, 306 Romeral, 307 Sagrada Familia, 308 Teno, 309 Vichuquén, 401 Linares, 402 Colbún,
    403 Longaví, 404 Parral, 405 Retiro, 406 San Javier, 407 Villa Alegre, 408 Yerbas Buenas`,
  ],
  [
    '16',
    'Ñuble',
    `101 Chillán, 102 Bulnes, 103 Chillán Viejo, 104 El Carmen, 105 Pemuco, 106 Pinto, 107 Quillón, 108 San Ignacio,
    109 Yungay, 201 Quirihue, 202 Cobquecura, 203 Coelemu, 204 Ninhue, 205 Portezuelo, 206 Ránquil, 207 Treguaco,
    301 San Carlos, 302 Coihueco, 303 Ñiquén, 304 San Fabián, 305 San Nicolás`,
  ],
  [
    '08',
    'Biobío',
    `101 Concepción, 102 Coronel, 103 Chiguayante, 104 Florida, 105 Hualqui, 106 Lota, 107 Penco,
    108 San Pedro de la Paz, 109 Santa Juana, 110 Talcahuano, 111 Tomé, 112 Hualpén, 201 Lebu, 202 Arauco, 203 Cañete,
    204 Contulmo, 205 Curanilahue, 206 Los Álamos, 207 Tirúa, 301 Los Ángeles, 302 Antuco, 303 Cabrero, 304 Laja,
    305 Mulchén, 306 Nacimiento, 307 Negrete, 308 Quilaco, 309 Quilleco, 310 San Rosendo, 311 Santa Bárbara,
    312 Tucapel, 313 Yumbel, 314 Alto Biobío`,
  ],
  [
    '09',
    'La Araucanía',
    `101 Temuco, 102 Carahue, 103 Cunco, 104 Curarrehue, 105 Freire, 106 Galvarino, 107 Gorbea, 108 Lautaro,
    109 Loncoche, 110 Melipeuco, 111 Nueva Imperial, 112 Padre Las Casas, 113 Perquenco, 114 Pitrufquén, 115 Pucón,
    116 Saavedra, 117 Teodoro Schmidt, 118 Toltén, 119 Vilcún, 120 Villarrica, 121 Cholchol, 201 Angol, 202 Collipulli,
    203 Curacautín, 204 Ercilla, 205 Lonquimay, 206 Los Sauces, 207 Lumaco, 208 Purén, 209 Renaico, 210 Traiguén,
    211 Victoria`,
  ],
  [
    '14',
    'Los Ríos',
    `101 Valdivia, 102 Corral, 103 Lanco, 104 Los Lagos, 105 Máfil, 106 Mariquina, 107 Paillaco, 108 Panguipulli,
    201 La Unión, 202 Futrono, 203 Lago Ranco, 204 Río Bueno`,
  ],
  [
    '10',
    'Los Lagos',
    `101 Puerto Montt, 102 Calbuco, 103 Cochamó, 104 Fresia, 105 Frutillar, 106 Los Muermos, 107 Llanquihue,
    108 Maullín, 109 Puerto Varas, 201 Castro, 202 Ancud, 203 Chonchi, 204 Curaco de Vélez, 205 Dalcahue,
    206 Puqueldón, 207 Queilén, 208 Quellón, 209 Quemchi, 210 Quinchao, 301 Osorno, 302 Puerto Octay, 303 Purranque,
    304 Puyehue, 305 Río Negro, 306 San Juan de la Costa, 307 San Pablo, 401 Chaitén, 402 Futaleufú, 403 Hualaihué,
    404 Palena`,
  ],
  [
    '11',
    'Aysén del General Carlos Ibáñez del Campo',
    `101 Coyhaique, 102 Lago Verde, 201 Aysén, 202 Cisnes, 203 Guaitecas, 301 Cochrane, 302 O'Higgins, 303 Tortel,
    401 Chile Chico, 402 Río Ibáñez`,
  ],
  [
    '12',
    'Magallanes y de la Antártica Chilena',
    `101 Punta Arenas, 102 Laguna Blanca, 103 Río Verde, 104 San Gregorio, 201 Cabo de Hornos, 202 Antártica,
    301 Porvenir, 302 Primavera, 303 Timaukel, 401 Natales, 402 Torres del Paine`,
  ],
]

export const REGIONS: readonly Region[] = LIST.map(([code, name, communes]) => ({
  code,
  name,
  communes: communes.split(/,\s+/).map((commune) => ({
    code: `${code}${commune.slice(0, 3)}`,
    name: commune.slice(4),
    region: name,
  })),
}))

const BY_CODE = new Map(REGIONS.flatMap(({ communes }) => communes).map((commune) => [commune.code, commune]))

export const isCommune = (code: string) => BY_CODE.has(code)

/** The name of a commune by its code; empty for a code that isn't one. */
export const communeName = (code: string) => BY_CODE.get(code)?.name ?? ''

/** The region of a commune by its code; empty for a code that isn't one. */
export const regionName = (code: string) => BY_CODE.get(code)?.region ?? ''

/** A name without case, accents, spaces and punctuation: `Til-Til` is Tiltil. */
const nameKey = (name: string) => fold(name).replace(/[^a-z]/g, '')

/** Other spellings of communes, in lists of couriers. */
const SPELLINGS: Record<string, string> = {
  aisen: 'Aysén',
  calera: 'La Calera',
  coihaique: 'Coyhaique',
  llayllay: 'Llaillay',
  marchihue: 'Marchigüe',
  paiguano: 'Paihuano',
  puertoaysen: 'Aysén',
  puertonatales: 'Natales',
  santiagocentro: 'Santiago',
  sanvicentedetaguatagua: 'San Vicente',
  trehuaco: 'Treguaco',
}

const BY_NAME = new Map([...BY_CODE.values()].map((commune) => [nameKey(commune.name), commune]))

/** The commune of a name as people write it, without regard to case, accents and spaces; undefined if there isn't one. */
export const findCommune = (name: string): Commune | undefined => {
  const key = nameKey(name)
  return BY_NAME.get(nameKey(SPELLINGS[key] ?? '')) ?? BY_NAME.get(key)
}

/** The communes that match a typed text: first those that begin with it, then those with a word that does. */
export function searchCommunes(
  text: string,
  communes: readonly Commune[] = [...BY_CODE.values()],
): Commune[] {
  const key = fold(text)
  const starts = communes.filter(({ name }) => fold(name).startsWith(key))
  const inside = communes.filter(
    (commune) => !starts.includes(commune) && fold(commune.name).includes(` ${key}`),
  )
  return [...starts, ...inside]
}

/** The most communes of each zone that {@link takenInWords} names. */
const MAX_NAMED = 3

/** `Ñuñoa ya está en la zona «Centro».`, for communes that another active zone has; empty without any. */
export function takenInWords(taken: readonly { commune: string; zone: string }[]): string {
  return [...Map.groupBy(taken, ({ zone }) => zone)]
    .map(([zone, rows]) => {
      const communes = rows.map(({ commune }) => commune)
      return `${namedCommunes(communes, MAX_NAMED)} ya ${rows.length > 1 ? 'están' : 'está'} en la zona «${zone}».`
    })
    .join(' ')
}

/** The names of the first communes, and the number of the others: `Ñuñoa, Macul y 3 más`. */
export function namedCommunes(codes: readonly string[], most: number): string {
  const named = codes.slice(0, most).map(communeName)
  const more = codes.length - named.length
  return new Intl.ListFormat('es').format(more > 0 ? [...named, `${more} más`] : named)
}

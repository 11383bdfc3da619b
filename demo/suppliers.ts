/** An invented supplier. Its colours, box design and logo make its packs look alike. */
export interface Supplier {
  readonly name: string
  readonly address: string
  readonly contact: string
  readonly phone: string
  /** The short name, in product names and on packs. */
  readonly short: string
  readonly colour: string
  readonly accent: string
  readonly boxDesign: 'band' | 'crown' | 'corner' | 'full' | 'belt'
  /** The logo as an SVG path within a square of 100 by 100. */
  readonly logo: string
}

export const suppliers: readonly Supplier[] = [
  {
    name: 'Laboratorio Andino',
    address: 'Av. Las Cumbres 1450, Santiago',
    contact: 'Marcela Fuentes Rojas',
    phone: '+56 9 5550 1201',
    short: 'Andino',
    colour: '#1f4e8c',
    accent: '#7db3e8',
    boxDesign: 'crown',
    logo: 'M4 84 36 24 54 56 66 38 96 84Z',
  },
  {
    name: 'Farmaustral',
    address: 'Camino del Canal 220, Puerto Montt',
    contact: 'Rodrigo Barría Soto',
    phone: '+56 9 5550 1202',
    short: 'Farmaustral',
    colour: '#0f6e6a',
    accent: '#8fd3c4',
    boxDesign: 'band',
    logo: 'M50 4 61 39 96 50 61 61 50 96 39 61 4 50 39 39Z',
  },
  {
    name: 'Biosur',
    address: 'Los Robles 871, Concepción',
    contact: 'Paula Henríquez Vera',
    phone: '+56 9 5550 1203',
    short: 'Biosur',
    colour: '#2d7a45',
    accent: '#b9dca0',
    boxDesign: 'corner',
    logo: 'M12 88C8 40 36 10 90 8 94 60 66 92 24 84L60 42 16 78Z',
  },
  {
    name: 'Laboratorio Quillay',
    address: 'Pasaje El Quillay 36, Talca',
    contact: 'Ignacio Morales Parra',
    phone: '+56 9 5550 1204',
    short: 'Quillay',
    colour: '#64478c',
    accent: '#cdb5e6',
    boxDesign: 'belt',
    logo: 'M50 4A46 46 0 1 1 49.9 4ZM50 26A24 24 0 1 0 50.1 26Z',
  },
  {
    name: 'Valdivia Pharma',
    address: 'Costanera 1022, Valdivia',
    contact: 'Carolina Schmidt Oyarzún',
    phone: '+56 9 5550 1205',
    short: 'Valdivia',
    colour: '#17324d',
    accent: '#5cb8dc',
    boxDesign: 'full',
    logo: 'M50 4C76 38 84 52 84 64A34 34 0 0 1 16 64C16 52 24 38 50 4Z',
  },
  {
    name: 'Laboratorio Norte Grande',
    address: 'Av. del Desierto 3105, Antofagasta',
    contact: 'Hernán Cortés Araya',
    phone: '+56 9 5550 1206',
    short: 'Norte Grande',
    colour: '#a8611c',
    accent: '#f3cf94',
    boxDesign: 'crown',
    logo: 'M50 26A24 24 0 1 1 49.9 26ZM46 0H54V16H46ZM46 84H54V100H46ZM0 46H16V54H0ZM84 46H100V54H84Z',
  },
  {
    name: 'Laboratorio Araucaria',
    address: 'Ruta Interlagos km 12, Temuco',
    contact: 'Daniela Llanquileo Mora',
    phone: '+56 9 5550 1207',
    short: 'Araucaria',
    colour: '#47632c',
    accent: '#d3c66b',
    boxDesign: 'band',
    logo: 'M50 4 78 34H62L88 62H58V96H42V62H12L38 34H22Z',
  },
  {
    name: 'Farmacéutica Pacífico',
    address: 'Av. Altamar 540, Viña del Mar',
    contact: 'Sebastián Lagos Pizarro',
    phone: '+56 9 5550 1208',
    short: 'Pacífico',
    colour: '#0a7aa6',
    accent: '#a6dcec',
    boxDesign: 'corner',
    logo: 'M4 40Q27 10 50 40T96 40V56Q73 86 50 56T4 56Z',
  },
  {
    name: 'Laboratorio Cordillera',
    address: 'Camino Los Cóndores 77, Rancagua',
    contact: 'Lorena Aliaga Muñoz',
    phone: '+56 9 5550 1209',
    short: 'Cordillera',
    colour: '#4d6475',
    accent: '#a5d0d6',
    boxDesign: 'belt',
    logo: 'M4 76 30 30 42 50 58 18 96 76H78L58 46 44 76Z',
  },
  {
    name: 'Laboratorio Los Lagos',
    address: 'Bernardo Aguirre 415, Osorno',
    contact: 'Felipe Mansilla Cárcamo',
    phone: '+56 9 5550 1210',
    short: 'Los Lagos',
    colour: '#414f9e',
    accent: '#93d4c6',
    boxDesign: 'full',
    logo: 'M8 30A42 42 0 0 1 92 30ZM8 42H92V54H8ZM18 66H82V76H18ZM34 88H66V96H34Z',
  },
]

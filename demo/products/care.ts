import { article, medicine } from './product-family.ts'

const firstAid = article('Primeros auxilios')
const firstAidMedicine = medicine('Primeros auxilios')
const baby = article('Bebé')
const babySkin = article('Bebé', 'C')
const intimate = article('Salud sexual')
const face = article('Dermocosmética', 'C')

export const care = [
  {
    ...firstAidMedicine('flask', 'Povidona yodada', '10 %', 'solución', 'D', [
      ['Cordillera', '60 ml', 2000],
      ['Andino', '120 ml', 3290],
    ]),
    tint: '#7a4318',
  },
  firstAid(
    'pump',
    'Alcohol gel',
    '70 %',
    [
      ['Pacífico', '340 ml', 2500],
      ['Biosur', '900 ml', 4990],
    ],
    '#cfe8ee',
  ),
  firstAid('thermometer', 'Termómetro digital', '', [
    ['Farmaustral', '1 unidad', 2500],
    ['Valdivia', '1 unidad', 3990],
  ]),
  firstAid('plasters', 'Parches adhesivos', '', [
    ['Norte Grande', '20 unidades', 990],
    ['Los Lagos', '40 unidades', 1690],
  ]),
  firstAid('gauze', 'Gasa estéril', '10 × 10 cm', [['Biosur', '10 unidades', 1290]]),
  firstAid(
    'flask',
    'Suero fisiológico',
    '0,9 %',
    [
      ['Quillay', '250 ml', 1190],
      ['Los Lagos', '500 ml', 1790],
    ],
    '#d9edf3',
  ),

  intimate('condoms', 'Preservativos', '', [
    ['Andino', '12 unidades', 4500],
    ['Quillay', '3 unidades', 1490],
  ]),
  intimate('pregnancy-test', 'Test de embarazo', '', [
    ['Los Lagos', '1 unidad', 1500],
    ['Araucaria', '2 unidades', 2490],
  ]),

  baby('soft-pack', 'Pañales', 'Talla P', [['Pacífico', '20 unidades', 3500]], '#eaf5fa'),
  baby(
    'soft-pack',
    'Pañales',
    'Talla M',
    [
      ['Pacífico', '20 unidades', 3500],
      ['Cordillera', '48 unidades', 7990],
    ],
    '#eaf5fa',
  ),
  baby('soft-pack', 'Pañales', 'Talla G', [['Cordillera', '20 unidades', 3690]], '#eef3f2'),
  baby('soft-pack', 'Toallitas húmedas', 'Sin perfume', [['Biosur', '80 unidades', 1890]], '#f1f7e9'),
  babySkin('pump', 'Champú de bebé', 'Suave', [['Farmaustral', '400 ml', 3990]], '#f6e7b0'),
  babySkin('jar', 'Crema para el pañal', '', [['Quillay', '120 g', 4490]], '#f4eefa'),

  face(
    'standing-tube',
    'Protector solar',
    'FPS 50',
    [
      ['Norte Grande', '60 g', 12000],
      ['Pacífico', '120 g', 17990],
    ],
    '#fdf3dc',
  ),
  face('jar', 'Crema hidratante urea', '10 %', [['Araucaria', '250 g', 9990]], '#f6f4e6'),
  face('flask', 'Agua micelar', '', [['Los Lagos', '400 ml', 7490]], '#e3e7f6'),
  face('pump', 'Limpiador facial', 'Piel sensible', [['Valdivia', '236 ml', 10990]], '#e6f1f5'),
  face('standing-tube', 'Crema de manos', '', [['Biosur', '75 g', 3490]], '#eef6e8'),
  face('jar', 'Crema facial ácido hialurónico', '', [['Quillay', '50 g', 15990]], '#f4eefa'),
]

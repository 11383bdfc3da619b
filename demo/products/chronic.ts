import { medicine, tablets } from './product-family.ts'

const heart = tablets('Cardiovascular')
const sugar = tablets('Diabetes y tiroides')
const mind = tablets('Salud mental')
const breath = tablets('Respiratorio')
const breathOther = medicine('Respiratorio')
const coated = 'comprimidos recubiertos'

export const chronic = [
  heart(
    'Losartán potásico',
    '50 mg',
    'R',
    [
      ['Andino', 30, 1000],
      ['Biosur', 30, 1190],
      ['Valdivia', 60, 1990],
      ['Los Lagos', 30, 1490],
    ],
    coated,
  ),
  heart('Losartán potásico', '100 mg', 'R', [['Farmaustral', 30, 1790]], coated),
  heart('Amlodipino', '5 mg', 'R', [
    ['Quillay', 30, 1000],
    ['Pacífico', 30, 1190],
  ]),
  heart('Amlodipino', '10 mg', 'R', [['Cordillera', 30, 1390]]),
  heart('Enalapril maleato', '10 mg', 'R', [
    ['Norte Grande', 20, 500],
    ['Andino', 60, 1290],
  ]),
  heart('Atenolol', '50 mg', 'R', [
    ['Araucaria', 20, 500],
    ['Biosur', 30, 790],
  ]),
  heart('Carvedilol', '12,5 mg', 'R', [
    ['Farmaustral', 30, 1500],
    ['Los Lagos', 30, 1790],
  ]),
  heart('Furosemida', '40 mg', 'R', [
    ['Cordillera', 12, 500],
    ['Valdivia', 20, 790],
  ]),
  heart(
    'Atorvastatina',
    '20 mg',
    'R',
    [
      ['Pacífico', 30, 1000],
      ['Quillay', 30, 1290],
      ['Andino', 60, 2190],
    ],
    coated,
  ),
  heart(
    'Rosuvastatina',
    '10 mg',
    'R',
    [
      ['Biosur', 30, 2500],
      ['Norte Grande', 30, 2990],
    ],
    coated,
  ),

  sugar(
    'Metformina',
    '850 mg',
    'R',
    [
      ['Valdivia', 30, 1000],
      ['Araucaria', 60, 1790],
      ['Farmaustral', 30, 1190],
    ],
    coated,
  ),
  sugar('Metformina', '1.000 mg', 'R', [['Los Lagos', 30, 3990]], 'comprimidos de liberación prolongada'),
  sugar('Glibenclamida', '5 mg', 'R', [
    ['Andino', 60, 1000],
    ['Cordillera', 30, 690],
  ]),
  sugar('Levotiroxina sódica', '50 mcg', 'R', [
    ['Pacífico', 56, 3500],
    ['Biosur', 28, 2190],
  ]),
  sugar('Levotiroxina sódica', '100 mcg', 'R', [['Quillay', 56, 3990]]),
  sugar('Prednisona', '5 mg', 'R', [
    ['Norte Grande', 20, 500],
    ['Valdivia', 20, 590],
  ]),
  sugar('Alopurinol', '300 mg', 'R', [
    ['Farmaustral', 20, 1000],
    ['Araucaria', 30, 1390],
  ]),

  mind(
    'Sertralina',
    '50 mg',
    'R',
    [
      ['Los Lagos', 30, 1000],
      ['Andino', 30, 1290],
      ['Biosur', 60, 2290],
    ],
    coated,
  ),
  mind(
    'Fluoxetina',
    '20 mg',
    'R',
    [
      ['Cordillera', 20, 1000],
      ['Pacífico', 30, 1390],
    ],
    'cápsulas',
  ),
  mind(
    'Escitalopram',
    '10 mg',
    'R',
    [
      ['Quillay', 30, 2000],
      ['Norte Grande', 30, 2390],
    ],
    coated,
  ),
  mind(
    'Quetiapina',
    '25 mg',
    'Ret',
    [
      ['Valdivia', 30, 2000],
      ['Farmaustral', 30, 2490],
    ],
    coated,
  ),
  mind(
    'Pregabalina',
    '75 mg',
    'Ret',
    [
      ['Araucaria', 30, 3000],
      ['Los Lagos', 30, 3490],
    ],
    'cápsulas',
  ),

  breathOther('inhaler', 'Salbutamol', '100 mcg', 'aerosol', 'R', [
    ['Pacífico', '200 dosis', 2000],
    ['Andino', '200 dosis', 2490],
  ]),
  breathOther('inhaler', 'Budesonida', '200 mcg', 'aerosol', 'R', [
    ['Quillay', '200 dosis', 8000],
    ['Cordillera', '100 dosis', 4990],
  ]),
  breath(
    'Montelukast',
    '10 mg',
    'R',
    [
      ['Biosur', 30, 3500],
      ['Valdivia', 30, 3990],
    ],
    coated,
  ),
  breath('Montelukast', '5 mg', 'R', [['Norte Grande', 30, 3290]], 'comprimidos masticables'),
]

import { medicine, tablets } from './product-family.ts'

const pain = tablets('Dolor y fiebre')
const painOther = medicine('Dolor y fiebre')
const cold = tablets('Resfrío y alergia')
const coldOther = medicine('Resfrío y alergia')
const coated = 'comprimidos recubiertos'

export const painAndCold = [
  pain('Paracetamol', '500 mg', 'D', [
    ['Andino', 16, 500],
    ['Biosur', 16, 590],
    ['Pacífico', 24, 890],
  ]),
  pain('Paracetamol', '1 g', 'D', [['Los Lagos', 20, 1690]]),
  painOther('dropper', 'Paracetamol', '100 mg/ml', 'gotas', 'D', [
    ['Quillay', '15 ml', 2000],
    ['Farmaustral', '15 ml', 2290],
  ]),
  pain(
    'Ibuprofeno',
    '400 mg',
    'D',
    [
      ['Valdivia', 10, 1500],
      ['Norte Grande', 20, 2290],
    ],
    coated,
  ),
  pain(
    'Ibuprofeno',
    '600 mg',
    'R',
    [
      ['Andino', 20, 1000],
      ['Araucaria', 20, 1290],
    ],
    coated,
  ),
  painOther('syrup', 'Ibuprofeno', '200 mg/5 ml', 'suspensión', 'D', [['Biosur', '100 ml', 3490]]),
  pain(
    'Naproxeno sódico',
    '550 mg',
    'R',
    [
      ['Cordillera', 10, 1500],
      ['Andino', 20, 2490],
    ],
    coated,
  ),
  pain(
    'Ketoprofeno',
    '50 mg',
    'R',
    [
      ['Farmaustral', 20, 1000],
      ['Los Lagos', 20, 1290],
    ],
    'cápsulas',
  ),
  pain('Meloxicam', '15 mg', 'R', [
    ['Biosur', 10, 1000],
    ['Quillay', 30, 2490],
  ]),
  pain(
    'Celecoxib',
    '200 mg',
    'R',
    [
      ['Pacífico', 30, 2000],
      ['Norte Grande', 10, 990],
    ],
    'cápsulas',
  ),
  pain(
    'Diclofenaco sódico',
    '50 mg',
    'R',
    [
      ['Araucaria', 10, 500],
      ['Valdivia', 20, 890],
    ],
    coated,
  ),
  painOther('tube', 'Diclofenaco dietilamina', '1 %', 'gel', 'D', [['Cordillera', '60 g', 4990]]),
  pain(
    'Ciclobenzaprina',
    '10 mg',
    'R',
    [
      ['Andino', 20, 1000],
      ['Quillay', 20, 1190],
    ],
    coated,
  ),
  pain('Ácido acetilsalicílico', '100 mg', 'D', [
    ['Los Lagos', 100, 2000],
    ['Biosur', 30, 890],
  ]),

  cold('Loratadina', '10 mg', 'D', [
    ['Farmaustral', 30, 1000],
    ['Andino', 30, 1290],
    ['Cordillera', 10, 590],
  ]),
  cold(
    'Desloratadina',
    '5 mg',
    'R',
    [
      ['Quillay', 30, 2000],
      ['Pacífico', 30, 2490],
    ],
    coated,
  ),
  cold(
    'Cetirizina',
    '10 mg',
    'D',
    [
      ['Biosur', 10, 2990],
      ['Valdivia', 30, 5490],
    ],
    coated,
  ),
  cold(
    'Fexofenadina',
    '120 mg',
    'R',
    [
      ['Norte Grande', 30, 14000],
      ['Los Lagos', 10, 5990],
    ],
    coated,
  ),
  coldOther('syrup', 'Ambroxol', '15 mg/5 ml', 'jarabe', 'D', [
    ['Araucaria', '100 ml', 1500],
    ['Andino', '120 ml', 1890],
  ]),
  coldOther('syrup', 'Bromhexina', '4 mg/5 ml', 'jarabe', 'D', [
    ['Pacífico', '100 ml', 2000],
    ['Quillay', '100 ml', 2290],
  ]),
  coldOther('spray', 'Oximetazolina', '0,05 %', 'aerosol nasal', 'D', [
    ['Valdivia', '15 ml', 8000],
    ['Cordillera', '15 ml', 6990],
  ]),
  coldOther('dropper', 'Lágrimas artificiales', '0,4 %', 'gotas', 'D', [
    ['Los Lagos', '10 ml', 1500],
    ['Farmaustral', '15 ml', 2990],
  ]),
]

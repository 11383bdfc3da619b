import { medicine, tablets } from './product-family.ts'

const belly = tablets('Digestivo')
const bellyOther = medicine('Digestivo')
const infection = tablets('Antiinfecciosos')
const infectionOther = medicine('Antiinfecciosos')
const skin = medicine('Dermatología')
const intimate = tablets('Salud sexual')
const vitamin = tablets('Vitaminas')
const vitaminOther = medicine('Vitaminas')
const coated = 'comprimidos recubiertos'

export const acute = [
  belly(
    'Omeprazol',
    '20 mg',
    'R',
    [
      ['Farmaustral', 30, 1500],
      ['Andino', 30, 1690],
      ['Los Lagos', 60, 2790],
    ],
    'cápsulas',
  ),
  belly(
    'Esomeprazol',
    '20 mg',
    'R',
    [
      ['Biosur', 30, 2500],
      ['Pacífico', 30, 2990],
    ],
    coated,
  ),
  belly(
    'Famotidina',
    '20 mg',
    'D',
    [
      ['Cordillera', 20, 1000],
      ['Araucaria', 20, 1190],
    ],
    coated,
  ),
  belly('Domperidona', '10 mg', 'R', [
    ['Valdivia', 20, 1000],
    ['Quillay', 20, 1190],
  ]),
  belly('Loperamida', '2 mg', 'D', [
    ['Norte Grande', 6, 500],
    ['Biosur', 12, 890],
  ]),
  bellyOther('syrup', 'Lactulosa', '65 %', 'jarabe', 'D', [
    ['Andino', '200 ml', 3500],
    ['Farmaustral', '200 ml', 3990],
  ]),
  bellyOther('sachets', 'Macrogol 3350', '17 g', 'polvo para solución oral', 'D', [
    ['Pacífico', '7 sobres', 12000],
    ['Los Lagos', '14 sobres', 19990],
  ]),
  bellyOther('dropper', 'Simeticona', '100 mg/ml', 'gotas', 'D', [
    ['Quillay', '15 ml', 7500],
    ['Cordillera', '15 ml', 6490],
  ]),
  bellyOther('sachets', 'Sales rehidratantes', '60 mEq', 'polvo para solución oral', 'D', [
    ['Araucaria', '4 sobres', 1000],
    ['Valdivia', '10 sobres', 2290],
  ]),

  infection(
    'Amoxicilina',
    '500 mg',
    'Ret',
    [
      ['Andino', 21, 1500],
      ['Norte Grande', 21, 1790],
    ],
    'cápsulas',
  ),
  infectionOther('syrup', 'Amoxicilina', '500 mg/5 ml', 'polvo para suspensión', 'Ret', [
    ['Biosur', '60 ml', 2490],
  ]),
  infection(
    'Amoxicilina-ácido clavulánico',
    '875/125 mg',
    'Ret',
    [
      ['Pacífico', 14, 5000],
      ['Farmaustral', 14, 5990],
    ],
    coated,
  ),
  infection(
    'Azitromicina',
    '500 mg',
    'Ret',
    [
      ['Quillay', 6, 2000],
      ['Los Lagos', 3, 1290],
    ],
    coated,
  ),
  infection(
    'Cefadroxilo',
    '500 mg',
    'Ret',
    [
      ['Cordillera', 8, 1500],
      ['Valdivia', 16, 2690],
    ],
    'cápsulas',
  ),
  infection(
    'Fluconazol',
    '150 mg',
    'R',
    [
      ['Araucaria', 2, 1000],
      ['Biosur', 1, 690],
    ],
    'cápsulas',
  ),

  skin('tube', 'Aciclovir', '5 %', 'crema', 'R', [
    ['Norte Grande', '15 g', 1000],
    ['Andino', '15 g', 1290],
  ]),
  skin('tube', 'Clotrimazol', '1 %', 'crema', 'D', [
    ['Farmaustral', '20 g', 500],
    ['Quillay', '20 g', 790],
  ]),
  skin('tube', 'Ketoconazol', '2 %', 'crema', 'D', [['Los Lagos', '20 g', 1690]]),
  skin('tube', 'Betametasona', '0,05 %', 'ungüento', 'R', [['Pacífico', '15 g', 1490]]),
  skin('tube', 'Óxido de zinc', '25 %', 'ungüento', 'D', [['Cordillera', '30 g', 2490]]),

  intimate(
    'Sildenafil',
    '50 mg',
    'R',
    [
      ['Valdivia', 20, 4000],
      ['Biosur', 10, 2490],
      ['Norte Grande', 4, 1490],
    ],
    coated,
  ),
  intimate(
    'Tamsulosina',
    '0,4 mg',
    'R',
    [
      ['Araucaria', 30, 4500],
      ['Andino', 30, 5290],
    ],
    'cápsulas',
  ),
  intimate(
    'Levonorgestrel-etinilestradiol',
    '0,15/0,03 mg',
    'R',
    [
      ['Quillay', 28, 1500],
      ['Los Lagos', 28, 1990],
    ],
    coated,
  ),

  vitamin('Ácido fólico', '5 mg', 'D', [
    ['Pacífico', 30, 5000],
    ['Farmaustral', 30, 4490],
  ]),
  vitamin('Melatonina', '3 mg', 'D', [
    ['Cordillera', 30, 1500],
    ['Andino', 60, 2790],
  ]),
  vitaminOther('pill-bottle', 'Vitamina D3', '1.000 UI', 'cápsulas', 'D', [
    ['Valdivia', 60, 6990],
    ['Pacífico', 120, 11990],
  ]),
  vitaminOther('pill-bottle', 'Vitamina C', '1 g', 'comprimidos', 'D', [
    ['Norte Grande', 30, 4990],
    ['Biosur', 60, 8490],
  ]),
  vitaminOther('pill-bottle', 'Complejo B', '', 'comprimidos recubiertos', 'D', [['Quillay', 30, 3990]]),
  vitaminOther('pill-bottle', 'Magnesio', '400 mg', 'cápsulas', 'D', [['Araucaria', 60, 7990]]),
]

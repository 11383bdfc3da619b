import { expect, test } from 'vitest'
import { equivalenceKey } from './equivalence.ts'

/** The key of a product written as `DCM | name | form | quantity`. */
function key(product: string): string {
  const [dcm = '', tradename = '', form = '', quantity = ''] = product.split('|').map((cell) => cell.trim())
  return equivalenceKey({ dcm, tradename, form, quantity })
}
const pairs = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+(?:=|≠)\s+/) as [string, string])

test.each(
  pairs(`
  PARACETAMOL 500MG | ANALGEX 24COM | COMPRIMIDOS = Paracetamol 500 MG | Paracetamol 500 mg x 16 | Comprimidos
  PARACETAMOL 500 MG | ANALGEX | COMPRIMIDOS | 24 COMPRIMIDOS = PARACETAMOL | PARACETAMOL 500MG.16COM.(B.E) | | 16 COMPRIMIDOS
  Paracetamol 500 mg | X | comprimidos recubiertos = Paracetamol 500 mg | Y | Comprimidos
  Acetaminofén 500 mg | X | tabletas = Paracetamol 500 mg | Y | comprimidos
  Paracetamol 1 g | X | comprimidos = Paracetamol 1000 mg | Y | comprimidos
  Losartán potásico 50 mg | X | comprimidos = LOSARTAN | LOSARTAN POT.50MG.30 COM.REC. | COMPRIMIDOS
  Losartán 50 mg | X | | 30 comprimidos = LOSARTAN POTASICO 50 MG | Y 30COMP | |
  Metformina clorhidrato 850 mg | X | comprimidos = METFORMINA | METFORMINA 850MG.60COM | COMPRIMIDOS
  Enalapril maleato 10 mg | X | comprimidos = ENALAPRIL 10 MG,ENALAPRIL MALEATO | ENALAPRIL 10MG.20COM | COMPRIMIDOS
  Levotiroxina sódica 50 mcg | X | comprimidos = LEVOTIROXINA 0.05 MG | TIROX 50MCG.50COM | COMPRIMIDOS
  Sildenafilo 50 mg | X | comprimidos = SILDENAFIL 50 MG,SILDENAFILO | Y 50MG.5COM | COMPRIMIDOS
  Amoxicilina 875 mg + ácido clavulánico 125 mg | X | comprimidos = Ácido clavulánico 125 mg, amoxicilina 875 mg | Y | comprimidos
  Amoxicilina + ácido clavulánico 875/125 mg | X | comprimidos = AMOXICILINA,ACIDO CLAVULANICO 125 MG | AMOXICILINA+AC.CLAV.875/125MG.20COM | COMPRIMIDOS
  Amoxicilina / ácido clavulánico 875 mg / 125 mg | X | comprimidos = amoxicilina-clavulánico 875/125 mg | Y | comprimidos
  Losartán 50 mg e hidroclorotiazida 12,5 mg | X | comprimidos = HIDROCLOROTIAZIDA,LOSARTAN | LOSARTAN HIDROCLOROTIAZIDA 50/12.5MG 30COM | COMPRIMIDOS
  METFORMINA 500 MG | GLAFOR XR 500MG.30COM | COMPRIMIDOS = Metformina 500 mg | X | comprimidos de liberación prolongada
  Ibuprofeno 100 mg/5 ml | X | jarabe | 100 ml = IBUPROFENO | IBUPROFENO 100MG/5ML SUSP.100ML | MILILITROS | 100 MILILITROS
  Ibuprofeno 20 mg/ml | X | suspensión | 120 ml = IBUPROFENO | IBUPROFENO 100MG/5ML.100ML | MILILITROS | 100 MILILITROS
  Clobetasol 0,05 % | X | crema | 30 g = CLOBETASOL 0.05% | DERMOX CR.15GR | GRAMOS | 15 GRAMOS
  Betametasona 0,5 mg/g | X | crema | 15 g = BETAMETASONA | BETAMETASONA CR.0.05%.15GR | GRAMOS | 15 GRAMOS
  Timolol 0,5 % | X | solución oftálmica | 5 ml = TIMOLOL | TIMOLOL SOL.OFT.0.5%.10ML | MILILITROS | 10 MILILITROS
  Diclofenaco sódico 75 mg/3 ml | X | inyectable | 3 ampollas = DICLOFENACO | DICLOFENACO 75MG/3ML.5AMP | AMPOLLAS | 5 AMPOLLAS
  Metamizol 250 mg | X | supositorios = METAMIZOL 250 MG | METAMIZOL 250MG.5 SUP. | SUPOSITORIOS | 5 SUPOSITORIOS
  Salbutamol 0.1 mg, beclometasona 0.05 mg | X INHALADOR | | 200 dosis = BECLOMETASONA,SALBUTAMOL | SALBUTAMOL+BECLOM.INH.100/50MCG.200DS | DOSIS | 200 DOSIS
  VITAMINA C 1000 MG | X | comprimidos = Ácido ascórbico 1 g | Y | comprimidos`),
)('%s equals %s', (one, other) => {
  expect(key(one)).not.toBe('')
  expect(key(one)).toBe(key(other))
})

test.each(
  pairs(`
  Paracetamol 500 mg | X | comprimidos ≠ Paracetamol 1 g | Y | comprimidos
  Paracetamol 500 mg | X | comprimidos ≠ Paracetamol 500 mg | Y | cápsulas
  Paracetamol 500 mg | X | comprimidos ≠ Paracetamol 500 mg | Y | jarabe
  Paracetamol 500 mg | X | comprimidos ≠ Paracetamol 500 mg | Y | comprimidos efervescentes
  Paracetamol 125 mg | X | supositorios ≠ Paracetamol 125 mg | Y | jarabe | 60 ml
  Metformina 500 mg | X | comprimidos ≠ METFORMINA 500 MG | GLAFOR XR 500MG.30COM | COMPRIMIDOS
  Metformina 500 mg | X 500MG MR | comprimidos ≠ Metformina 500 mg | Y XR 500MG | comprimidos
  Metoprolol succinato 50 mg | X | comprimidos ≠ Metoprolol tartrato 50 mg | Y | comprimidos
  Fluticasona furoato 50 mcg | X NASAL | | 120 dosis ≠ Fluticasona propionato 50 mcg | Y NASAL | | 120 dosis
  Fumarato ferroso 200 mg | X | comprimidos ≠ Sulfato ferroso 200 mg | Y | comprimidos
  Amoxicilina 875 mg | X | comprimidos ≠ Amoxicilina 875 mg + ácido clavulánico 125 mg | Y | comprimidos
  Amoxicilina 500 mg + ácido clavulánico 125 mg | X | comprimidos ≠ Amoxicilina 875 mg + ácido clavulánico 125 mg | Y | comprimidos
  Loratadina 5 mg | X | comprimidos ≠ Desloratadina 5 mg | Y | comprimidos
  Ibuprofeno 100 mg/5 ml | X | jarabe | 100 ml ≠ Ibuprofeno 200 mg/5 ml | Y | jarabe | 100 ml
  Ibuprofeno 100 mg/5 ml | X | jarabe | 100 ml ≠ Ibuprofeno 100 mg/ml | Y | jarabe | 100 ml
  Aciclovir 200 mg/5 ml | X | jarabe | 100 ml ≠ Aciclovir 200 mg | Y | jarabe | 100 ml
  Gentamicina 0,3 % | X | ungüento oftálmico | 3,5 g ≠ Gentamicina 0,3 % | Y | solución oftálmica | 5 ml
  Ciprofloxacino 0,3 % | X | gotas oftálmicas | 5 ml ≠ Ciprofloxacino 0,3 % | Y | gotas óticas | 5 ml
  Betametasona 0,05 % | X | crema | 15 g ≠ Betametasona 0,05 % | Y | ungüento | 15 g
  Clotrimazol 1 % | X | crema | 20 g ≠ Clotrimazol 1 % | Y | crema vaginal | 20 g
  Diclofenaco 75 mg/3 ml | X | | 5 ampollas ≠ Diclofenaco 75 mg/2 ml | Y | | 5 ampollas`),
)('%s differs from %s', (one, other) => {
  expect(key(one)).not.toBe('')
  expect(key(other)).not.toBe('')
  expect(key(one)).not.toBe(key(other))
})

test.each([
  // The ingredient, the strength or the form is unknown.
  '| PARACETAMOL 500MG 20COM | COMPRIMIDOS',
  'PARACETAMOL | ANALGEX 20COM | COMPRIMIDOS',
  'PARACETAMOL 500 MG | ANALGEX',
  'PARACETAMOL 500 MG | ANALGEX | UNIDADES | 20 UNIDADES',
  'SALBUTAMOL | SALBUTAMOL 100MCG/DS 200DS | DOSIS | 200 DOSIS',
  'NOSCAPINA,PARACETAMOL 500 MG | RESFRIOL 20COM | COMPRIMIDOS',
  'CIPROFLOXACINO 3 MG/ML | OFTOX GTS 5ML | MILILITROS | 5 MILILITROS',
  // The name contradicts the DCM.
  'METFORMINA 850 MG | METFORMINA 500MG.30COM | COMPRIMIDOS',
  'LOSARTAN POTASICO 50 MG | DICLOFENACO SODICO 50 MG 10 COMP.',
  'AMOXICILINA | AMOXICILINA+AC.CLAV.875/125MG.20COM | COMPRIMIDOS',
  'AMOXICILINA 875 MG | AMOXICILINA+SULBAC 875MG.20COM | COMPRIMIDOS',
  'DUTASTERIDA 0.5 MG,TAMSULOSINA 0.4 MG | DUTAS 0.5MG.30CAP | CAPSULAS',
  'PARACETAMOL 325 MG,TRAMADOL 325 MG | PARACETAMOL 500MG X48COMP',
  'LOSARTAN 50 MG | LOSARTAN PLUS 50MG 30COM | COMPRIMIDOS',
  // Form and name contradict each other.
  'DOMPERIDONA 10 MG | DOMPERIDONA 10MG.20CAPS | COMPRIMIDOS | 20 COMPRIMIDOS',
  'CLINDAMICINA 100 MG | CLINDA 100MG.3OV. | CAPSULAS | 3 CAPSULAS',
  'PARACETAMOL 500 MG | ANALGEX JBE 120ML | COMPRIMIDOS',
  'MICONAZOL 2 %,TINIDAZOL 3 % | GINECOX OV.+CR. | UNIDADES',
  // Blanks filled with "1 MG", two strengths of an ingredient, and a dose for animals.
  'DESLORATADINA 1 MG,PSEUDOEFEDRINA 1 MG | ALERGOX 30COM | COMPRIMIDOS',
  'BETAMETASONA 2 MG,BETAMETASONA 5 MG | BETAX | | 1 AMPOLLAS',
  'MELOXICAM 1 MG | MELOX PERRO 10COM | COMPRIMIDOS',
])('%s has no equivalence', (product) => {
  expect(key(product)).toBe('')
})

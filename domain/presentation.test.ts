import { describe, expect, test } from 'vitest'
import { presentationText, readPresentation } from './presentation.ts'
import { unitPrice } from './unit-price.ts'

const read = (quantity: string, tradename = 'Producto', form = '') => {
  const presentation = readPresentation({ quantity, tradename, form })
  return presentation && presentationText(presentation)
}

/** A table with a line for each case: the expected content, or `-` for none, and the texts to read. */
const table = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([expected = '', ...texts]) => ({ expected: expected === '-' ? null : expected, texts }))

describe('a quantity', () => {
  const cases = table(`
    30 comprimidos | 30 comprimidos
    30 comprimidos | Caja x 30 comprimidos
    30 comprimidos | CAJA X 30 COMPRIMIDOS RECUBIERTOS
    30 comprimidos | Caja con 30 comprimidos
    30 comprimidos | caja c/30 comp.
    30 comprimidos | Envase de 30 comprimidos
    30 comprimidos | x 30 comprimidos
    30 comprimidos | x30
    30 comprimidos | 30 COM
    30 comprimidos | 30 COMP. REC.
    30 comprimidos | 30 comprimidos (3 blísters x 10)
    30 comprimidos | 30 comprimidos en 3 blísters
    30 comprimidos | 3 blísters de 10 comprimidos
    30 comprimidos | Caja con 3 blisters de 10 comprimidos
    30 comprimidos | 3x10 comprimidos
    30 comprimidos | 3 x 10 comprimidos
    90 comprimidos | 3x30 comprimidos
    90 comprimidos | 3 cajas x 30 comprimidos
    60 comprimidos | 2 cajas x 3 blísters x 10 comprimidos
    60 comprimidos | 2 envases de 30 comprimidos
    30 comprimidos | 30 comprimidos de 500 mg
    30 comprimidos | 500 mg x 30 comprimidos
    30 comprimidos | 1000mg x 30 comprimidos
    30 comprimidos | 28+2 comprimidos
    30 comprimidos | 28 + 2 comprimidos
    30 comprimidos | 30 comprimidos/caja
    1000 comprimidos | 1.000 comprimidos
    1 comprimido | 1 comprimido
    80 tabletas | 20 blísters x 4 tabletas
    80 tabletas | 20 BLISTERS DE 4 TABLETAS
    80 tabletas | 20 blisters × 4 tabletas
    10 tabletas | 10 TABS
    28 cápsulas | 28 cápsulas
    28 cápsulas | Frasco x 28 caps
    60 cápsulas | FRASCO CON 60 CÁPSULAS BLANDAS
    14 cápsulas | 1 blíster x 14 cápsulas
    20 grageas | 20 grageas
    6 supositorios | 6 SUP
    6 supositorios | 6 SUPOSITORIOS
    10 óvulos | 10 OVULOS
    3 óvulos | 3 óvulos vaginales
    5 ampollas | 5 AMPOLLAS
    5 ampollas | 5 ampollas x 2 ml
    5 ampollas | Caja x 5 ampollas de 3 ml
    1 ampolla | 1 ampolla de 2 ml
    10 frascos ampolla | 10 frascos ampolla
    10 frascos ampolla | 10 FRASCO-AMPOLLA x 5 ml
    1 frasco ampolla | 1 FRASCO-AMPOLLA
    2 jeringas | 2 jeringas prellenadas
    2 jeringas | 2 jeringas prellenadas de 0,4 ml
    12 sobres | 12 sobres de 5 g
    12 sobres | 12 sobres x 5 g
    12 sobres | Caja x 12 sobres
    60 sobres | 60 SOBRES
    4 sobres | 4 SACHET
    10 parches | 10 parches
    50 tiras | 50 tiras reactivas
    100 lancetas | 100 lancetas
    20 pañales | 20 pañales
    48 toallitas | 48 toallitas húmedas
    12 preservativos | 12 preservativos
    20 unidades | 20 unidades
    20 unidades | 20 UN
    20 unidades | x 20 und.
    1 unidad | 1 unidad
    60 comprimidos | 2 unidades de 30 comprimidos
    200 dosis | 200 DOSIS
    200 dosis | Inhalador 200 dosis x 100 mcg
    200 dosis | 1 inhalador de 200 dosis
    120 dosis | 120 DS
    120 ml | 120 ml
    120 ml | 120ML
    120 ml | Frasco x 120 ml
    120 ml | Frasco 120 ml
    120 ml | FRASCO DE 120 CC
    120 ml | 50 mg/5 ml - frasco 120 ml
    120 ml | 400MG/10ML FRASCO X 120 ML
    60 ml | 1 envase de 60 ml
    60 ml | 1 frasco de 60 ml
    240 ml | 2 frascos x 120 ml
    240 ml | 120 ml x 2 frascos
    10 ml | 2 x 5 ml
    1980 ml | 6 x 330 ml
    400 ml | 2 un x 200 ml
    100 ml | 100 MILILITROS
    1000 ml | 1.000 ml
    2500 ml | 2.500 ml
    1000 ml | 1 litro
    1000 ml | 1 L
    2000 ml | 2 L
    1500 ml | 1,5 L
    1500 ml | 1.5 litros
    5000 ml | Bidón 5 lts
    2,5 ml | 2.5 ml
    2,5 ml | 2,5 ML
    15 ml | Frasco gotario 15 ml
    500 ml | 70% 500 ml
    3,5 g | 3.5 GRAMOS
    3,5 g | 3,5 g
    30 g | Tubo 30 g
    30 g | TUBO X 30 GR.
    30 g | 5% tubo 30 g
    1000 g | 1 kg
    2500 g | 2,5 kg
    500 g | 0,5 kg
    850 g | Tarro 850 grs
    - | 1000mg
    - | 1000 mg
    - | 500 MG
    - | 50 mcg
    - | 400MG/10ML
    - | 50 mg/5 ml
    - | 50 mg / 5 ml
    - | 100 mg por 5 ml
    - | 100 mg 5 ml
    - | 5%
    - | 0,05 %
    - | 100.000 UI
    - | 1.000.000 UI/ml
    - | 5 ml/dosis
    - | 10 cm x 2.7 m
    - | 10cm x 2.7m
    - | 10 x 10 cm
    - | 5 x 7
    - | 1 caja
    - | caja
    - | 3 cajas
    - | 1 kit
    - | frasco
    - | 30
    - | x 1
    - | 1
    - | 1,000 ml
    - | 2 frascos 60 ml
    - | 120 ml x 2
    - | 21 comprimidos + 7 placebo
    - | 50 ml + 13 ml
    - | 30 comprimidos y 60 cápsulas
    - | 10-20 kg
    - | N° 12
    - | talla M
    - | 0 comprimidos
    - | 7,5 comprimidos
    - | doble
  `)
  test.each(cases)('$texts.0', ({ expected, texts: [quantity = ''] }) => {
    // A number alone counts units of the product's form.
    expect(read(quantity, 'Producto', quantity === 'x30' ? 'Comprimidos' : '')).toBe(expected)
  })
})

describe('a name without a quantity', () => {
  const cases = table(`
    30 comprimidos | LOSARTAN 50MG X30COMP LCH
    30 comprimidos | LOSARTAN 50 MG X 30 COMP. LAB. NORTE
    30 comprimidos | LOSARTAN + HIDROCLOROTIAZIDA 50MG + 12.5 X30COMP
    24 comprimidos | ANALGEX 500MG.24COM.(B.E) PARACETAMOL
    10 comprimidos | MEFENAMICO 500 MG. 10.COMP. LAB. SUR
    7 comprimidos | LEVOFLOXACINO 750MG. X.7COM.REC.
    60 comprimidos | METFORMINA 850 X 60 COMP
    30 comprimidos | CLAVULANICO 875/125MG.30COM.REC.
    50 comprimidos | SPIGOTOL COM X 50
    21 cápsulas | AMOXICILINA 500 X 21 CAPS
    60 cápsulas | CALCIO 249MG + 149MG + 90MGX60CAPS
    60 cápsulas | SILUETA 60CAPS
    6 supositorios | PARACETAMOL 125MG.6SUP. L.CHILE
    15 óvulos | ESTRIOL 0.5MG.15OV.VAG.
    5 ampollas | DICLOFENACO 75MG/3ML.5AMP
    5 ampollas | KETOPROFENO 100MG/2ML 5 AMP 2 ML
    200 dosis | SALBUTAMOL 100MCG/DS 200DS
    200 dosis | AEROSOL 100MCG DOSIS X1UN ENVASE DE 200 DOSIS
    120 ml | JARABE TOS 120ML
    120 ml | AMBROXOL 15MG/5ML.120 ML
    100 ml | IBUPROFENO 100 MG 5 ML X 100 ML
    100 ml | LEVOCETIRIZINA 2.5 MG 5 ML. 100 ML. JRBE.
    5 ml | COLIRIO SUR 10MG X5ML
    20 ml | AZITROMICINA 400MG.5ML.20ML
    30 ml | RISPERIDONA 1MG 30ML
    100 ml | MINOXIDIL 2% X 100 ML
    1000 ml | AGUA OXIGENADA 10 VOLUMENES 1 LTS.
    500 ml | ALCOHOL 95- 500CC CON GATILLO
    250 ml | SHAMPOO 2 EN 1 X250ML
    30 g | GEL TOPICO 0.3/2.5 30G
    35 g | DICLOFENACO DIETILAMINA 1.16G X35G
    190 g | PROTECTOR SOLAR FPS50 190G
    850 g | SUPLEMENTO VAINILLA.850 GRS.
    3 condones | SENSOR 3 CONDONES DE LATEX
    20 pañales | BEBESUAVE 20 PANALES TALLA M
    14 pañales | BEBESUAVE XG PANAL X 14
    12 unidades | VENDA ADAPTABLE 10CMX4.5M X12UND
    1 unidad | TERMOMETRO DIGITAL X1UND
    35 comprimidos | ALBENSUR COM 400 MG X 35
    35 comprimidos | ALBENSUR COM REC 400 MG/5 MG LAB. SUR X 35 (B.E)
    30 comprimidos | METFORMINA COM 850 X 30
    60 cápsulas | OMEGASUR CAP 433 MG X 60
    20 comprimidos | RESFRISUR 15+5COM
    20 comprimidos | RESFRISUR DIA 500MG 15 + 5 COMP.
    20 tabletas | RESFRISUR TAB X20
    6 supositorios | GLICERINA SUP ADULTO X 6
    30 sobres | MACROSUR 30SOB X 5G
    30 sobres | MACROSUR POLVO ORAL 30SOB NARANJA 5G
    30 sobres | MACROSUR SOB 5 G X 30
    30 sobres | MACROSUR 5 G X 30 SOBRES
    7 sobres | MACROSUR X 7 SOBRES 17 G
    7 sobres | MACROSUR X 7 sobres 17 G
    50 ml | SUERO FISIOLOGICO SUR 5ML X10
    10 ampollas | SUERO FISIOLOGICO AMP 5 ML X 10
    1980 ml | AGUA TONICA 330 ML X 6 UN
    270 g | JABON SUR 90G X 3
    50 ml | SUERO FISIOLOGICO 5ML X10 LAB. SUR
    5 lápices | INSUSUR 5 FLEXPEN 100UI/ML X 3ML
    20 g | CLOTRISUR CREMA VAGINAL 2% X 20 G X 3 APLICADORES
    3 tabletas | CIPROSUR XR TABLETAS 1G X 3 TAB
    3 ampollas | NEUROSUR 10000 CAJA X 3 AMP
    3 jeringas | NEUROSUR 10000 JER X 3
    16 cápsulas | LIMESUR 150 FRASCO X 16 CAPS
    100 tabletas | UROSUR-K 10 FRASCO X 100 TAB
    60 g | BLOQUEADOR SPF 50 TUBO X 60 G
    220 ml | BRONCEADOR Fps 6 x 220 ml
    120 ml | ZINC 3 FRASCO X 120 ML
    30 tabletas | VITAMINA B 12 FRASCO X 30 TAB
    60 cápsulas | VITASUR 2 FRASCOS X 30 CAPS
    60 cápsulas | 2 FRASCO X 30 CAPS
    30 tabletas | LOSARTAN 3 BLISTER X 10 TAB
    120 cápsulas | OMEGASUR 120CAP NATURAL 42G
    50 ml | SUERO SUR MINIBOT.5ML X10
    1000 ml | SUERO FISIOLOGICO 1.000 ml
    14,888 g | CREMA SUR 14.888g
    14888 g | ALIMENTO PERRO SACO 15 KG 14.888g
    1500 g | LECHE SUR 1.500 G
    - | OMEGASUR 2CAP 42G
    - | UROSUR-K 10 FCO X 100
    - | CREMA SUR 20 G X 3 ESPATULAS
    75 ml | CEFISUR 100MG75ML SUSP.
    3 pipetas | PIPETA PERRO 4-10 KG X 3
    100 agujas | AGUJA 21 G X 100
    100 agujas | AGUJAS 21G X 100
    100 unidades | CATETER 18G X 100 UND
    100 unidades | JERINGA 5 ML 21G X 100 UND
    5 ml | TOBRASUR DUO 5ML
    10 ml | RINOSUR DUO SPRAY 10ML
    4 sobres | SALES REHIDRATANTES 4 SOBRES PARA 1 LITRO
    4 sobres | SALES REHIDRATANTES SOB PARA 1 LITRO X 4
    - | SALES REHIDRATANTES SOBRE 1 LITRO
    - | SALES REHIDRATANTES 60 MEQ 1 LT
    - | AGUJA 21 G
    - | AGUJA HIPODERMICA 21G X 1 1/2
    - | AGUJA 31G X 8
    - | AGUJA 32G X 4MM
    - | CATETER 18G
    - | SONDA FOLEY 16 FR BALON 5ML
    - | TELSUR A 160+5COM
    - | TELSUR 40+10COM X 28
    - | VALSARTAN + AMLODIPINO 40+5COM
    - | RESFRISUR COMP JBE X 100
    - | GASA 10 X 10
    - | PARCHE 10 CM X 15
    - | CEFTRIAXONA 1G X 10
    - | CEFTRISUR 1 GR IV
    30 cápsulas | VITAMINA D3 CAP 800UI X 30
    - | CICLOSUR COM X 21+7
    - | COM 400 MG X 35 X 2
    - | SHAMPOO SUAVE DUO 400ML
    - | LOSARTAN 50MG
    - | LOSARTAN 1000MG
    - | PREDNISOLONA 400MG/10ML
    - | ENALAPRIL 10 X 20 COMP
    - | OMEPRAZOL 20MG 3 X 10 CAPS
    - | INHALADOR ORAL 20MCG7DOSIS
    - | METAMIZOL 300MG 20COMPVALMA
    - | APOSITO DE GASA 5X7
    - | TELA ADHESIVA 5X2.5CM
    - | CINTA BOBINA 9.14MT X 5
    - | MAMADERA ANTI-COLIC 2M+ 260ML
    - | BOLSA DE AGUA CALIENTE 1LITRO
    - | JERINGA 5 ML
    - | PIPETA PERRO 10-20KILOS
    - | ANTIPARASITARIO PERRO 35KILOS
    - | CREMA + ACEITE 50 ML. + 13 ML.
    - | DUO SHAMPOO 400ML
    - | PACK X2 JABON 90G
    - | CREMA DE 50MG
    - | DESLORATADINA 2.55ML 100ML
    - | IVERMECTINA 1G 30G
    - | TEST DE EMBARAZO X2
    - | ACEITE X250
    - | GLOBULOS 152
    - | CURITAS 2/ 20UN
    - | ASPIRINA 10COM.10 SOBRES
    - | TIRA DE X 10
  `)
  test.each(cases)('$texts.0', ({ expected, texts: [tradename = ''] }) => {
    expect(read('', tradename)).toBe(expected)
  })
})

describe('quantity, name and form together', () => {
  const cases = table(`
    30 comprimidos | 30 | PRODUCTO | Comprimidos recubiertos
    30 comprimidos | 28+2 | PRODUCTO | COMPRIMIDOS
    30 comprimidos | Caja x 30 | PRODUCTO | COMPRIMIDOS
    - | Caja x 30 | PRODUCTO | Jarabe
    30 comprimidos | 1 caja | LOSARTAN X30COMP |
    30 comprimidos | 1 unidad | LOSARTAN X30COMP |
    30 comprimidos | 1000mg | LOSARTAN X30COMP |
    30 comprimidos | 30 UNIDADES | FENITOINA 100MG.30COM. |
    100 comprimidos | 100 COMPRIMIDOS | ANALGEX 100UN.10SOBRE | COMPRIMIDOS
    50 grageas | 50 GRAGEAS | GLUTAMICO 50COM.REC |
    60 ml | 60 ml | PREDNISONA 20MG/5ML 60ML | MILILITROS
    2,5 ml | 2.5 MILILITROS | OLOPATADINA FCO. 2.5 ML |
    1 ampolla | 1 AMPOLLAS | BETAVOL SUSP.INY.1ML | AMPOLLAS
    120 dosis | 120 dosis | SPRAY NASAL 15 ML |
    1 sobre | 1 sobre para 1 litro | SALES REHIDRATANTES |
    - | 1 litro | SALES REHIDRATANTES SOBRE |
    12 sobres | 5 g x 12 sobres | MACROSUR |
    10 comprimidos | 10 comprimidos | CIPROFLOXACINO 1G |
    - | 2 COMPRIMIDOS | CLONAZEPAM 2.0MG.30COM. | COMPRIMIDOS
    - | 16 COMPRIMIDOS | PARACETAMOL 80MG.20COMP. | COMPRIMIDOS
    - | 8 MILILITROS | CETIRIZINA 5MG/5ML GTS. 60ML. | MILILITROS
    - | 20 GRAMOS | ACEITE 20ML | GRAMOS
    16 cápsulas | LIMESUR 150 FRASCO X 16 CAPS | LIMESUR 150 |
    120 cápsulas | 120 CAPSULAS | OMEGASUR 42G |
    - | 100 TIRAS | ANTIACIDO 100COM. (10) | TIRAS
    - | 1 MILILITROS | PIPETA 1.34ML | MILILITROS
    - | 120 ml | LOSARTAN X30COMP |
    - | 30 comprimidos | JARABE 120 ML |
    - | 120 ml | PRODUCTO | Comprimidos
    - | 30 comprimidos | PRODUCTO | Jarabe
    - | 5 ml | JERINGA 5 ML |
  `)
  test.each(cases)('$texts', ({ expected, texts: [quantity = '', tradename = '', form = ''] }) => {
    expect(read(quantity, tradename, form)).toBe(expected)
  })
})

test('the price of a unit, by the hundred where a millilitre or gram costs little', () => {
  const of = (count: number, unit: string) => ({ count, unit })
  expect(unitPrice(1_490, of(30, 'comprimido'))).toEqual({ price: 50, unit: 'comprimido' })
  expect(unitPrice(3_000, of(120, 'ml'))).toEqual({ price: 25, unit: 'ml' })
  expect(unitPrice(1_990, of(1_000, 'ml'))).toEqual({ price: 199, unit: '100 ml' })
  expect(unitPrice(500, of(1_000, 'comprimido'))).toEqual({ price: 50, unit: '100 comprimidos' })
  expect(unitPrice(2_000, of(200, 'dosis'))).toEqual({ price: 10, unit: 'dosis' })
  expect(unitPrice(1_000, of(2.5, 'ml'))).toEqual({ price: 400, unit: 'ml' })
  // The unit price is never $0, and never repeats the pack's own price.
  expect(unitPrice(1, of(1_000, 'ml'))).toBeNull()
  expect(unitPrice(2_000, of(1, 'unidad'))).toBeNull()
  expect(unitPrice(2_000, null)).toBeNull()
})

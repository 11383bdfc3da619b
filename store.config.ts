import type { Complaints, Store, Synonyms } from '#contract/store.ts'

/** The pharmacy's facts. All facts are public, because the browser loads them. */
export const store = {
  name: 'Botica',
  tagline: 'Tu farmacia de confianza, también en línea.',
  address: { street: 'Av. Providencia 1234', city: 'Providencia, Santiago', region: 'Región Metropolitana' },
  location: { latitude: -33.4286, longitude: -70.6202 },
  hours: [
    { days: 'Lunes a viernes', hours: '9:00 a 20:00' },
    { days: 'Sábado', hours: '10:00 a 14:00' },
  ],
  timeZone: 'America/Santiago',
  phone: '+56 2 2345 6789',
  email: 'contacto@botica.example',
  whatsapp: '56912345678',
  bank: {
    bank: 'Banco del Ejemplo',
    holder: 'Botica SpA',
    taxId: '76.123.456-0',
    account: '00-123-45678-9',
    email: 'ventas@botica.example',
  },
  birthYears: { first: 1980, last: 2024 },
  agreements: [
    {
      name: 'Isapre Austral',
      description: 'Descuentos en medicamentos con receta.',
      url: 'https://isapre-austral.example',
    },
    {
      name: 'Caja Los Boldos',
      description: 'Beneficios para afiliados y pensionados.',
      url: 'https://caja-los-boldos.example',
    },
    {
      name: 'Mutual del Maipo',
      description: 'Convenio para trabajadores y sus familias.',
      url: 'https://mutual-maipo.example',
    },
    {
      name: 'Club Adulto Mayor',
      description: 'Precios preferentes para mayores de 60 años.',
      url: 'https://club-adulto-mayor.example',
    },
  ],
  // Shown in the footer, in "Sobre nosotros", at products and in the legal texts. Before the shop opens, the pharmacy's lawyer has
  // to review the legal texts in store.legal.ts.
  legal: {
    director: 'Elena Quilodrán Soto, química farmacéutica',
    directorRegistration: 'registro N° 000000 de la Superintendencia de Salud (ejemplo)',
    directorHours: 'Lunes a viernes de 9:00 a 18:00',
    authorization: 'resolución exenta N° 0000 del Instituto de Salud Pública (ejemplo)',
    electronicSale: 'resolución exenta N° 0001 del Instituto de Salud Pública (ejemplo)',
  },
  payment: 'Pagas por transferencia bancaria. Te mostramos los datos al terminar tu pedido.',
  shipping:
    'Te llamamos para acordar la entrega: en Santiago llega en 24 a 48 horas hábiles, en regiones en 2 a 5 días hábiles.',
  // Examples. The number of a parcel takes the place of {tracking}.
  couriers: [
    { name: 'Correo Andes', link: 'https://correo-andes.example/seguimiento?numero={tracking}' },
    { name: 'Rutas del Sur', link: 'https://rutas-del-sur.example/envios/{tracking}' },
    { name: 'Moto Mapocho', link: 'https://moto-mapocho.example/?guia={tracking}' },
  ],
  returns:
    'Tienes 10 días para arrepentirte si el envase sigue cerrado. Si algo llega mal, lo cambiamos o te devolvemos el dinero.',
  prescription:
    'Después de hacer el pedido sube una foto de la receta en la página del pedido, o envíanos la receta por WhatsApp o correo con el número del pedido. Nuestro químico farmacéutico la revisa antes de entregarte el producto.',
  maxUnits: { perLine: 100, perOrder: 500 },
  dutyPharmacyUrl: 'https://seremienlinea.minsal.cl/asdigital/index.php?mfarmacias',
} satisfies Store

/** Words that find the same products in the shop's search. The browser doesn't load them. */
export const synonyms: Synonyms = [
  // Dosage forms, in everyday words and in the abbreviations of product names.
  ['comprimido', 'comp', 'com', 'compr', 'tableta', 'tab', 'tbs', 'pastilla', 'gragea'],
  { words: ['pastilla', 'píldora'], alsoFind: ['cápsula', 'cap', 'caps', 'comprimido', 'comp', 'com'] },
  ['cápsula', 'cap', 'caps'],
  ['jarabe', 'jbe', 'jrbe', 'jar'],
  { words: ['jarabe'], alsoFind: ['suspensión', 'susp', 's.o.', 'solución oral', 'sol oral'] },
  ['gotas', 'gts', 'gta'],
  ['crema', 'cr', 'crem'],
  ['ungüento', 'ung', 'pomada'],
  ['solución', 'sol'],
  ['suspensión', 'susp'],
  ['supositorio', 'sup'],
  ['óvulo', 'ov'],
  ['polvo', 'pvo'],
  ['inyectable', 'iny', 'inyección'],
  ['ampolla', 'amp'],
  { words: ['inyectable', 'inyección'], alsoFind: ['ampolla', 'amp'] },
  ['inhalador', 'inh', 'aerosol', 'puff'],
  ['spray', 'sp'],
  ['shampoo', 'champú', 'sh'],
  ['infantil', 'inf', 'pediátrico', 'niños', 'kids'],
  // Medicines for children are mostly liquid, and many names say only that.
  {
    words: [
      'niños',
      'niñas',
      'pediátrico',
      'infantil',
      'bebé',
      'guagua',
      'jarabe para niños',
      'jarabe infantil',
      'jarabe pediátrico',
    ],
    alsoFind: [
      'infantil',
      'inf',
      'pediátrico',
      'jarabe',
      'jbe',
      'jrbe',
      'suspensión',
      'susp',
      's.o.',
      'gotas',
      'gts',
    ],
  },
  ['adulto', 'ad'],
  ['forte', 'fte', 'fuerte'],
  ['nasal', 'nas', 'nariz'],
  ['vaginal', 'vag'],
  ['oftálmico', 'oft', 'oftálmica', 'ojos', 'ocular'],
  ['gotas para los ojos', 'solución oftálmica', 'sol oft', 'gotas oftálmicas', 'colirio'],
  ['unidades', 'und', 'un', 'uds', 'ud'],
  // Sizes of nappies, which many names give without "talla".
  { words: ['talla rn', 'recién nacido'], alsoFind: ['rn', 'recién nacido'] },
  { words: ['talla p', 'talla s'], alsoFind: ['p', 's'] },
  { words: ['talla m'], alsoFind: ['m'] },
  { words: ['talla g', 'talla l', 'talla grande'], alsoFind: ['g', 'l'] },
  { words: ['talla xg', 'talla xl'], alsoFind: ['xg', 'xl'] },
  { words: ['talla xxg', 'talla xxl'], alsoFind: ['xxg', 'xxl'] },
  ['laboratorio', 'lab'],
  ['laboratorio chile', 'lab chile', 'lch', 'lchile', 'l chile'],
  // Everyday names of products.
  ['remedio', 'medicamento', 'medicina'],
  ['condón', 'preservativo', 'profiláctico'],
  [
    'píldora del día después',
    'pastilla del día después',
    'pastilla del día siguiente',
    'anticonceptivo de emergencia',
    'levonorgestrel 1,5 mg',
    'levonorgestrel 0,75 mg',
  ],
  ['anticonceptivo', 'anticoncep', 'píldoras anticonceptivas'],
  ['test de embarazo', 'prueba de embarazo'],
  ['bloqueador solar', 'protector solar', 'filtro solar', 'protección solar', 'fotoprotector'],
  { words: ['protección solar', 'bloqueador solar', 'protector solar'], alsoFind: ['fps', 'spf'] },
  { words: ['bloqueador'], alsoFind: ['protector solar', 'fotoprotector'] },
  ['tintura', 'tinte', 'coloración'],
  { words: ['leche', 'leche infantil'], alsoFind: ['fórmula', 'fórmula infantil', 'fórmula láctea'] },
  {
    words: ['antibiótico'],
    alsoFind: ['antibacteriano', 'antiinfeccioso', 'penicilinoterapia', 'amoxicilina', 'azitromicina'],
  },
  ['desodorante', 'antitranspirante', 'deshodorante'],
  ['toallas higiénicas', 'toallas femeninas'],
  ['toallitas húmedas', 'toallas húmedas'],
  {
    words: ['toallitas húmedas bebé', 'toallas húmedas bebé'],
    alsoFind: ['toallitas húmedas', 'toallas húmedas'],
  },
  ['pasta de dientes', 'crema dental', 'pasta dental', 'dentífrico'],
  ['agua oxigenada', 'peróxido de hidrógeno'],
  ['suero fisiológico', 'cloruro de sodio'],
  // Other names of active ingredients.
  ['paracetamol', 'acetaminofeno', 'acetaminofén'],
  ['aspirina', 'ácido acetilsalicílico', 'mejoral', 'aas'],
  ['metamizol', 'dipirona'],
  ['salbutamol', 'albuterol'],
  ['adrenalina', 'epinefrina'],
  ['vitamina c', 'ácido ascórbico'],
  ['vitamina b12', 'vit b12', 'cianocobalamina', 'b12', 'b 12'],
  ['vitamina d', 'vitamina d3', 'colecalciferol'],
  ['vitamina e', 'tocoferol'],
  ['vitamina b1', 'tiamina'],
  ['vitamina b6', 'piridoxina'],
  ['ácido', 'ac'],
  ['potásico', 'pot'],
  ['sódico', 'sod'],
  ['antimicótico', 'antifúngico', 'fungicida'],
  ['antihipertensivo', 'hipotensor'],
  ['resfrío', 'resfriado'],
]

/**
 * Complaints in the words of customers, with the therapeutic classes that lists name as categories (those of the WHO's ATC), and
 * ingredients and goods that are sold directly: never one therapy in place of another.
 */
export const complaints: Complaints = [
  { words: ['resfrío', 'resfriado', 'gripe'], classes: ['antigripal', 'descongestionante'], goods: [] },
  {
    words: ['alergia', 'antialérgico'],
    classes: ['antialérgico', 'antihistamínico'],
    goods: ['loratadina', 'cetirizina'],
  },
  { words: ['tos'], classes: ['antitusivo', 'expectorante', 'mucolítico'], goods: [] },
  { words: ['tos seca'], classes: ['antitusivo'], goods: ['tos seca'] },
  {
    words: ['tos con flema', 'flemas', 'mocos', 'mucosidad'],
    classes: ['expectorante', 'mucolítico'],
    goods: ['ambroxol', 'bromhexina', 'carbocisteína', 'hedera'],
  },
  {
    words: ['nariz tapada', 'nariz congestionada', 'congestión nasal', 'congestión'],
    classes: ['descongestionante'],
    goods: ['oximetazolina', 'cloruro de sodio nasal', 'suero fisiológico', 'agua de mar', 'spray nasal'],
  },
  {
    words: ['dolor de garganta', 'garganta'],
    classes: ['antiséptico bucal'],
    goods: ['bencidamina', 'cetilpiridinio', 'clorhexidina', 'garganta', 'propóleo'],
  },
  { words: ['parásitos', 'lombrices'], classes: ['antiparasitario', 'antihelmíntico'], goods: [] },
  {
    words: ['piojos', 'liendres'],
    classes: ['pediculicida'],
    goods: ['antipiojos', 'permetrina', 'peine piojos'],
  },
  {
    words: ['hongos', 'hongos pies', 'hongos en los pies', 'pie de atleta'],
    classes: ['antimicótico', 'antifúngico', 'fungicida'],
    goods: ['clotrimazol', 'miconazol'],
  },
  {
    words: ['hongos en las uñas', 'hongos uñas', 'hongo uña', 'onicomicosis'],
    classes: ['antimicótico', 'antifúngico', 'fungicida'],
    goods: ['amorolfina', 'ciclopirox', 'terbinafina', 'clotrimazol'],
  },
  { words: ['caspa'], classes: ['anticaspa'], goods: ['piritionato', 'selenio', 'ketoconazol'] },
  {
    words: ['caída del pelo', 'caída del cabello', 'calvicie', 'alopecia'],
    classes: ['anticaída', 'prevención de calvicie'],
    goods: ['minoxidil'],
  },
  {
    words: ['ojos secos', 'ojo seco', 'gotas ojos secos', 'resequedad ocular'],
    classes: ['humectante ocular', 'lubricante ocular'],
    goods: [
      'lágrimas artificiales',
      'carboximetilcelulosa',
      'carmelosa',
      'hipromelosa',
      'hialuronato oft',
      'hialuronato sol',
    ],
  },
  {
    words: ['estreñimiento', 'constipación'],
    classes: ['laxante'],
    goods: [
      ...['lactulosa', 'bisacodilo', 'macrogol', 'polietilenglicol', 'picosulfato'],
      'supositorio glicerina',
    ],
  },
  {
    words: ['diarrea'],
    classes: ['antidiarreico'],
    goods: ['loperamida', 'sales rehidratantes', 'sales rehidra', 'rehidratación', 'probiótico'],
  },
  {
    words: ['acidez', 'ardor de estómago', 'reflujo'],
    classes: ['antiácido'],
    goods: ['magaldrato', 'famotidina', 'bicarbonato', 'hidróxido de aluminio', 'alginato'],
  },
  { words: ['gases'], classes: ['antiflatulento'], goods: ['gas', 'simeticona'] },
  {
    words: ['cólicos', 'cólico', 'dolor de guata'],
    classes: ['antiespasmódico', 'antiflatulento'],
    goods: ['simeticona'],
  },
  { words: ['hipertensión', 'presión alta'], classes: ['antihipertensivo', 'hipotensor'], goods: [] },
  {
    words: ['diabetes', 'azúcar alta', 'glicemia', 'glicemia alta'],
    classes: ['antidiabético', 'hipoglicemiante'],
    goods: [],
  },
  { words: ['colesterol'], classes: ['hipocolesterolém', 'antihiperlipidémico'], goods: [] },
  { words: ['fiebre'], classes: ['antipirético'], goods: ['paracetamol', 'ibuprofeno'] },
  { words: ['temperatura'], classes: [], goods: ['termómetro'] },
  { words: ['náuseas', 'vómitos'], classes: ['antiemético'], goods: [] },
  { words: ['mareo', 'vértigo'], classes: ['antivertiginoso', 'antivértigo'], goods: ['dimenhidrinato'] },
  {
    words: ['insomnio', 'dormir'],
    classes: ['hipnótico', 'inductores del sueño', 'sedante'],
    goods: ['melatonina', 'valeriana', 'passiflora'],
  },
  { words: ['dolor'], classes: ['analgésico'], goods: [] },
  {
    words: ['dolor de cabeza', 'cefalea', 'jaqueca', 'migraña'],
    classes: ['analgésico', 'antimigrañoso'],
    goods: ['paracetamol', 'ibuprofeno', 'ácido acetilsalicílico'],
  },
  {
    words: ['dolor muscular', 'dolor de espalda', 'lumbago', 'contractura'],
    classes: ['analgésico', 'antiinflamatorio'],
    goods: ['ibuprofeno', 'diclofenaco gel', 'salicilato de metilo', 'mentol'],
  },
  {
    words: ['dolor menstrual', 'dolor de regla'],
    classes: ['antiespasmódico', 'analgésico'],
    goods: ['ibuprofeno'],
  },
  {
    words: ['cistitis', 'infección urinaria'],
    classes: ['antiséptico urinario'],
    goods: ['fenazopiridina', 'cranberry cápsulas', 'cranberry caps', 'cranberry comp', 'arándano'],
  },
  {
    words: ['anticonceptivo', 'pastillas anticonceptivas', 'anticoncepción'],
    classes: ['anticonceptivo'],
    goods: ['etinilestradiol', 'levonorgestrel', 'desogestrel', 'drospirenona', 'dienogest', 'gestodeno'],
  },
  {
    words: ['quemadura', 'quemaduras'],
    classes: ['antiquemaduras', 'cicatrizante'],
    goods: ['sulfadiazina', 'dexpantenol', 'aloe vera'],
  },
  {
    words: ['quemadura solar', 'quemadura de sol'],
    classes: [],
    goods: ['postsolar', 'after sun', 'aloe vera', 'dexpantenol'],
  },
  {
    words: ['herida', 'raspadura', 'corte'],
    classes: ['antiséptico', 'cicatrizante'],
    goods: ['povidona', 'clorhexidina', 'agua oxigenada', 'parche curita', 'gasa'],
  },
  {
    words: ['coceduras', 'pañalitis', 'irritación del pañal', 'rozaduras'],
    classes: [],
    goods: ['óxido de zinc', 'pasta lassar', 'dexpantenol', 'cocedura'],
  },
  { words: ['verrugas', 'callos'], classes: ['queratolítico', 'callicida'], goods: ['ácido salicílico'] },
  {
    words: ['acné', 'espinillas'],
    classes: ['antiacné'],
    goods: ['peróxido de benzoílo', 'ácido salicílico'],
  },
  {
    words: ['picadura', 'picadura de mosquito', 'picazón'],
    classes: ['antipruriginoso'],
    goods: ['calamina', 'mentol loción'],
  },
  {
    words: ['dentición', 'encías'],
    classes: [],
    goods: ['mordedor', 'gel dental', 'bálsamo dental', 'encías'],
  },
  {
    words: ['hemorroides', 'almorranas'],
    classes: ['antihemorroidal'],
    goods: ['hemorroisan', 'hemorroidal'],
  },
  {
    words: ['ansiedad', 'nervios', 'estrés'],
    classes: ['sedante', 'ansiolítico', 'tranquilizante'],
    goods: ['valeriana', 'passiflora', 'pasiflora', 'melisa'],
  },
  { words: ['herpes', 'herpes labial', 'fuego labial'], classes: ['antiviral'], goods: ['aciclovir'] },
  {
    words: ['ojos rojos', 'ojo rojo', 'irritación de ojos'],
    classes: ['descongestionante oftálmico', 'humectante ocular', 'lubricante ocular'],
    goods: ['nafazolina', 'tetrizolina', 'lágrimas artificiales', 'carboximetilcelulosa'],
  },
  {
    words: ['corticoide', 'crema corticoide', 'cortisona', 'crema con cortisona'],
    classes: ['corticosteroid', 'corticoid', 'corticoterapia'],
    goods: ['hidrocortisona', 'betametasona', 'mometasona', 'prednisona'],
  },
]

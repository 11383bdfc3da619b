import { articles, medicines, type ProductFamily } from './product-family.ts'

const coated = 'comprimidos recubiertos'
const powder = 'polvo para solución oral'

/**
 * Medicines: active ingredient, strength, form, how it may be sold, packs. Articles: shape, name, variant, packs, tint.
 * The order decides barcodes and register numbers: new families go to the end.
 */
// biome-ignore format: one row is one line.
export const productFamilies: readonly ProductFamily[] = [
  ...medicines('Dolor y fiebre', [
    ['Paracetamol', '500 mg', 'comprimidos', 'D', 'Andino 16 $500, Biosur 16 $590, Pacífico 24 $890'],
    ['Paracetamol', '1 g', 'comprimidos', 'D', 'Los Lagos 20 $1690'],
    ['Paracetamol', '100 mg/ml', 'gotas', 'D', 'Quillay 15 ml $2000, Farmaustral 15 ml $2290'],
    ['Ibuprofeno', '400 mg', coated, 'D', 'Valdivia 10 $1500, Norte Grande 20 $2290'],
    ['Ibuprofeno', '600 mg', coated, 'R', 'Andino 20 $1000, Araucaria 20 $1290'],
    ['Ibuprofeno', '200 mg/5 ml', 'suspensión', 'D', 'Biosur 100 ml $3490'],
    ['Naproxeno sódico', '550 mg', coated, 'R', 'Cordillera 10 $1500, Andino 20 $2490'],
    ['Ketoprofeno', '50 mg', 'cápsulas', 'R', 'Farmaustral 20 $1000, Los Lagos 20 $1290'],
    ['Meloxicam', '15 mg', 'comprimidos', 'R', 'Biosur 10 $1000, Quillay 30 $2490'],
    ['Celecoxib', '200 mg', 'cápsulas', 'R', 'Pacífico 30 $2000, Norte Grande 10 $990'],
    ['Diclofenaco sódico', '50 mg', coated, 'R', 'Araucaria 10 $500, Valdivia 20 $890'],
    ['Diclofenaco dietilamina', '1 %', 'gel', 'D', 'Cordillera 60 g $4990'],
    ['Ciclobenzaprina', '10 mg', coated, 'R', 'Andino 20 $1000, Quillay 20 $1190'],
    ['Ácido acetilsalicílico', '100 mg', 'comprimidos', 'D', 'Los Lagos 100 $2000, Biosur 30 $890'],
  ]),
  ...medicines('Resfrío y alergia', [
    ['Loratadina', '10 mg', 'comprimidos', 'D', 'Farmaustral 30 $1000, Andino 30 $1290, Cordillera 10 $590'],
    ['Desloratadina', '5 mg', coated, 'R', 'Quillay 30 $2000, Pacífico 30 $2490'],
    ['Cetirizina', '10 mg', coated, 'D', 'Biosur 10 $2990, Valdivia 30 $5490'],
    ['Fexofenadina', '120 mg', coated, 'R', 'Norte Grande 30 $14000, Los Lagos 10 $5990'],
    ['Ambroxol', '15 mg/5 ml', 'jarabe', 'D', 'Araucaria 100 ml $1500, Andino 120 ml $1890'],
    ['Bromhexina', '4 mg/5 ml', 'jarabe', 'D', 'Pacífico 100 ml $2000, Quillay 100 ml $2290'],
    ['Oximetazolina', '0,05 %', 'aerosol nasal', 'D', 'Valdivia 15 ml $8000, Cordillera 15 ml $6990'],
    ['Lágrimas artificiales', '0,4 %', 'gotas', 'D', 'Los Lagos 10 ml $1500, Farmaustral 15 ml $2990'],
  ]),
  ...medicines('Cardiovascular', [
    ['Losartán potásico', '50 mg', coated, 'R', 'Andino 30 $1000, Biosur 30 $1190, Valdivia 60 $1990, Los Lagos 30 $1490'],
    ['Losartán potásico', '100 mg', coated, 'R', 'Farmaustral 30 $1790'],
    ['Amlodipino', '5 mg', 'comprimidos', 'R', 'Quillay 30 $1000, Pacífico 30 $1190'],
    ['Amlodipino', '10 mg', 'comprimidos', 'R', 'Cordillera 30 $1390'],
    ['Enalapril maleato', '10 mg', 'comprimidos', 'R', 'Norte Grande 20 $500, Andino 60 $1290'],
    ['Atenolol', '50 mg', 'comprimidos', 'R', 'Araucaria 20 $500, Biosur 30 $790'],
    ['Carvedilol', '12,5 mg', 'comprimidos', 'R', 'Farmaustral 30 $1500, Los Lagos 30 $1790'],
    ['Furosemida', '40 mg', 'comprimidos', 'R', 'Cordillera 12 $500, Valdivia 20 $790'],
    ['Atorvastatina', '20 mg', coated, 'R', 'Pacífico 30 $1000, Quillay 30 $1290, Andino 60 $2190'],
    ['Rosuvastatina', '10 mg', coated, 'R', 'Biosur 30 $2500, Norte Grande 30 $2990'],
  ]),
  ...medicines('Diabetes y tiroides', [
    ['Metformina', '850 mg', coated, 'R', 'Valdivia 30 $1000, Araucaria 60 $1790, Farmaustral 30 $1190'],
    ['Metformina', '1.000 mg', 'comprimidos de liberación prolongada', 'R', 'Los Lagos 30 $3990'],
    ['Glibenclamida', '5 mg', 'comprimidos', 'R', 'Andino 60 $1000, Cordillera 30 $690'],
    ['Levotiroxina sódica', '50 mcg', 'comprimidos', 'R', 'Pacífico 56 $3500, Biosur 28 $2190'],
    ['Levotiroxina sódica', '100 mcg', 'comprimidos', 'R', 'Quillay 56 $3990'],
    ['Prednisona', '5 mg', 'comprimidos', 'R', 'Norte Grande 20 $500, Valdivia 20 $590'],
    ['Alopurinol', '300 mg', 'comprimidos', 'R', 'Farmaustral 20 $1000, Araucaria 30 $1390'],
  ]),
  ...medicines('Salud mental', [
    ['Sertralina', '50 mg', coated, 'R', 'Los Lagos 30 $1000, Andino 30 $1290, Biosur 60 $2290'],
    ['Fluoxetina', '20 mg', 'cápsulas', 'R', 'Cordillera 20 $1000, Pacífico 30 $1390'],
    ['Escitalopram', '10 mg', coated, 'R', 'Quillay 30 $2000, Norte Grande 30 $2390'],
    ['Quetiapina', '25 mg', coated, 'Ret', 'Valdivia 30 $2000, Farmaustral 30 $2490'],
    ['Pregabalina', '75 mg', 'cápsulas', 'Ret', 'Araucaria 30 $3000, Los Lagos 30 $3490'],
    ['Metilfenidato', '10 mg', 'comprimidos', 'Ch', 'Araucaria 30 $6990'],
  ]),
  ...medicines('Respiratorio', [
    ['Salbutamol', '100 mcg', 'aerosol', 'R', 'Pacífico 200 dosis $2000, Andino 200 dosis $2490'],
    ['Budesonida', '200 mcg', 'aerosol', 'R', 'Quillay 200 dosis $8000, Cordillera 100 dosis $4990'],
    ['Montelukast', '10 mg', coated, 'R', 'Biosur 30 $3500, Valdivia 30 $3990'],
    ['Montelukast', '5 mg', 'comprimidos masticables', 'R', 'Norte Grande 30 $3290'],
  ]),
  ...medicines('Digestivo', [
    ['Omeprazol', '20 mg', 'cápsulas', 'R', 'Farmaustral 30 $1500, Andino 30 $1690, Los Lagos 60 $2790'],
    ['Esomeprazol', '20 mg', coated, 'R', 'Biosur 30 $2500, Pacífico 30 $2990'],
    ['Famotidina', '20 mg', coated, 'D', 'Cordillera 20 $1000, Araucaria 20 $1190'],
    ['Domperidona', '10 mg', 'comprimidos', 'R', 'Valdivia 20 $1000, Quillay 20 $1190'],
    ['Loperamida', '2 mg', 'comprimidos', 'D', 'Norte Grande 6 $500, Biosur 12 $890'],
    ['Lactulosa', '65 %', 'jarabe', 'D', 'Andino 200 ml $3500, Farmaustral 200 ml $3990'],
    ['Macrogol 3350', '17 g', powder, 'D', 'Pacífico 7 sobres $12000, Los Lagos 14 sobres $19990'],
    ['Simeticona', '100 mg/ml', 'gotas', 'D', 'Quillay 15 ml $7500, Cordillera 15 ml $6490'],
    ['Sales rehidratantes', '60 mEq', powder, 'D', 'Araucaria 4 sobres $1000, Valdivia 10 sobres $2290'],
  ]),
  ...medicines('Antiinfecciosos', [
    ['Amoxicilina', '500 mg', 'cápsulas', 'Ret', 'Andino 21 $1500, Norte Grande 21 $1790'],
    ['Amoxicilina', '500 mg/5 ml', 'polvo para suspensión', 'Ret', 'Biosur 60 ml $2490'],
    ['Amoxicilina-ácido clavulánico', '875/125 mg', coated, 'Ret', 'Pacífico 14 $5000, Farmaustral 14 $5990'],
    ['Azitromicina', '500 mg', coated, 'Ret', 'Quillay 6 $2000, Los Lagos 3 $1290'],
    ['Cefadroxilo', '500 mg', 'cápsulas', 'Ret', 'Cordillera 8 $1500, Valdivia 16 $2690'],
    ['Fluconazol', '150 mg', 'cápsulas', 'R', 'Araucaria 2 $1000, Biosur 1 $690'],
  ]),
  ...medicines('Dermatología', [
    ['Aciclovir', '5 %', 'crema', 'R', 'Norte Grande 15 g $1000, Andino 15 g $1290'],
    ['Clotrimazol', '1 %', 'crema', 'D', 'Farmaustral 20 g $500, Quillay 20 g $790'],
    ['Ketoconazol', '2 %', 'crema', 'D', 'Los Lagos 20 g $1690'],
    ['Betametasona', '0,05 %', 'ungüento', 'R', 'Pacífico 15 g $1490'],
    ['Óxido de zinc', '25 %', 'ungüento', 'D', 'Cordillera 30 g $2490'],
  ]),
  ...medicines('Salud sexual', [
    ['Sildenafil', '50 mg', coated, 'R', 'Valdivia 20 $4000, Biosur 10 $2490, Norte Grande 4 $1490'],
    ['Tamsulosina', '0,4 mg', 'cápsulas', 'R', 'Araucaria 30 $4500, Andino 30 $5290'],
    ['Levonorgestrel-etinilestradiol', '0,15/0,03 mg', coated, 'R', 'Quillay 28 $1500, Los Lagos 28 $1990'],
  ]),
  ...medicines('Vitaminas', [
    ['Ácido fólico', '5 mg', 'comprimidos', 'D', 'Pacífico 30 $5000, Farmaustral 30 $4490'],
    ['Melatonina', '3 mg', 'comprimidos', 'D', 'Cordillera 30 $1500, Andino 60 $2790'],
  ]),
  ...medicines('Vitaminas', [
    ['Vitamina D3', '1.000 UI', 'cápsulas', 'D', 'Valdivia 60 $6990, Pacífico 120 $11990'],
    ['Vitamina C', '1 g', 'comprimidos', 'D', 'Norte Grande 30 $4990, Biosur 60 $8490'],
    ['Complejo B', '', coated, 'D', 'Quillay 30 $3990'],
    ['Magnesio', '400 mg', 'cápsulas', 'D', 'Araucaria 60 $7990'],
  ], { shape: 'pill-bottle' }),
  ...medicines('Primeros auxilios', [
    ['Povidona yodada', '10 %', 'solución', 'D', 'Cordillera 60 ml $2000, Andino 120 ml $3290'],
  ], { tint: '#7a4318' }),
  ...articles('Primeros auxilios', '', [
    ['pump', 'Alcohol gel', '70 %', 'Pacífico 340 ml $2500, Biosur 900 ml $4990', '#cfe8ee'],
    ['thermometer', 'Termómetro digital', '', 'Farmaustral 1 unidad $2500, Valdivia 1 unidad $3990'],
    ['plasters', 'Parches adhesivos', '', 'Norte Grande 20 unidades $990, Los Lagos 40 unidades $1690'],
    ['gauze', 'Gasa estéril', '10 × 10 cm', 'Biosur 10 unidades $1290'],
    ['flask', 'Suero fisiológico', '0,9 %', 'Quillay 250 ml $1190, Los Lagos 500 ml $1790', '#d9edf3'],
  ]),
  ...articles('Salud sexual', '', [
    ['condoms', 'Preservativos', '', 'Andino 12 unidades $4500, Quillay 3 unidades $1490'],
    ['pregnancy-test', 'Test de embarazo', '', 'Los Lagos 1 unidad $1500, Araucaria 2 unidades $2490'],
  ]),
  ...articles('Bebé', '', [
    ['soft-pack', 'Pañales', 'Talla P', 'Pacífico 20 unidades $3500', '#eaf5fa'],
    ['soft-pack', 'Pañales', 'Talla M', 'Pacífico 20 unidades $3500, Cordillera 48 unidades $7990', '#eaf5fa'],
    ['soft-pack', 'Pañales', 'Talla G', 'Cordillera 20 unidades $3690', '#eef3f2'],
    ['soft-pack', 'Toallitas húmedas', 'Sin perfume', 'Biosur 80 unidades $1890', '#f1f7e9'],
  ]),
  ...articles('Bebé', 'C', [
    ['pump', 'Champú de bebé', 'Suave', 'Farmaustral 400 ml $3990', '#f6e7b0'],
    ['jar', 'Crema para el pañal', '', 'Quillay 120 g $4490', '#f4eefa'],
  ]),
  ...articles('Dermocosmética', 'C', [
    ['standing-tube', 'Protector solar', 'FPS 50', 'Norte Grande 60 g $12000, Pacífico 120 g $17990', '#fdf3dc'],
    ['jar', 'Crema hidratante urea', '10 %', 'Araucaria 250 g $9990', '#f6f4e6'],
    ['flask', 'Agua micelar', '', 'Los Lagos 400 ml $7490', '#e3e7f6'],
    ['pump', 'Limpiador facial', 'Piel sensible', 'Valdivia 236 ml $10990', '#e6f1f5'],
    ['standing-tube', 'Crema de manos', '', 'Biosur 75 g $3490', '#eef6e8'],
    ['jar', 'Crema facial ácido hialurónico', '', 'Quillay 50 g $15990', '#f4eefa'],
  ]),
  // Last, so that the numbers of the products above stay.
  ...medicines('Diabetes y tiroides', [
    ['Insulina glargina', '100 UI/ml', 'solución', 'R', 'Norte Grande 3 ml $8990, Biosur 10 ml $24990'],
    ['Insulina isófana', '100 UI/ml', 'suspensión', 'R', 'Los Lagos 10 ml $11990'],
  ], { shape: 'flask', cold: true }),
  ...medicines('Digestivo', [
    ['Lactobacillus reuteri', '', 'gotas', 'D', 'Quillay 5 ml $12990'],
  ], { cold: true }),
]

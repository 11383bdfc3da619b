/** Active ingredients, folded and singular. */
const INGREDIENTS = `
abacavir acarbosa acebrofilina acenocumarol acetazolamida acetilcisteina aciclovir adapaleno adrenalina agomelatina albendazol
albumina alendronato alfuzosina alopurinol alprazolam ambroxol amikacina aminofilina amiodarona amisulprida amitriptilina
amlodipino amoxicilina ampicilina anastrozol apixaban aripiprazol atenolol atomoxetina atorvastatina atropina azatioprina
azelastina azitromicina baclofeno beclometasona benzatina betahistina betametasona bicalutamida bilastina biperideno bisacodilo
bisoprolol brimonidina bromazepam bromexina bromocriptina budesonida bupropion buscapina cabergolina cafeina calcitriol
candesartan captopril carbamazepina carbidopa carbocisteina carvedilol cefadroxilo cefalexina cefazolina cefixima cefotaxima
cefpodoxima ceftriaxona cefuroxima celecoxib cetirizina ciclobenzaprina ciclofosfamida ciclosporina cilostazol cinarizina
ciprofibrato ciprofloxacino ciproterona citalopram claritromicina clavulanico clindamicina clobetasol clomifeno clomipramina
clonazepam clonidina clonixinato clopidogrel clordiazepoxido clorfenamina clorhexidina cloroquina clorpromazina clortalidona
clotiazepam clotrimazol cloxacilina clozapina codeina colchicina colecalciferol dabigatran dapagliflozina deflazacort
desloratadina desogestrel desonida desvenlafaxina dexametasona dexketoprofeno dextrometorfano diazepam diclofenaco dienogest
digoxina diltiazem dimenhidrinato dipirona disulfiram domperidona donepezilo dorzolamida doxazosina doxiciclina drospirenona
duloxetina dutasterida ebastina empagliflozina enalapril enoxaparina entecavir eplerenona ergotamina eritromicina escitalopram
esomeprazol espironolactona estradiol estriol eszopiclona etambutol etinilestradiol etonogestrel etoricoxib everolimus exenatida
ezetimiba famotidina febuxostat felodipino fenazopiridina fenilefrina fenitoina fenobarbital fenofibrato fentermina ferroso
fexofenadina finasterida flavoxato fluconazol flufenamico flunarizina fluoxetina fluticasona fluvoxamina folico formoterol
fosfomicina furosemida gabapentina galantamina gemfibrozilo gentamicina gestodeno glibenclamida gliclazida glimepirida glucosamina
haloperidol heparina hidralazina hidroclorotiazida hidrocortisona hidroxicina hidroxicloroquina hidroxizina hioscina ibandronico
ibuprofeno imipramina indapamida indometacina insulina ipratropio irbesartan isoniazida isosorbida isotretinoina itraconazol
ivabradina ivermectina ketoconazol ketoprofeno ketorolaco ketotifeno labetalol lacosamida lactulosa lamivudina lamotrigina
lansoprazol latanoprost leflunomida lercanidipino letrozol levetiracetam levocetirizina levodopa levodropropizina levofloxacino
levomepromazina levonorgestrel levosulpirida levotiroxina lidocaina linagliptina linezolid liotironina liraglutida lisdexanfetamina
lisinopril litio loperamida loratadina lorazepam losartan lovastatina magaldrato mebendazol mebeverina meclizina
medroxiprogesterona mefenamico melatonina meloxicam memantina mesalazina metamizol metformina metilfenidato metildopa
metilprednisolona metimazol metoclopramida metoprolol metotrexato metronidazol miconazol midazolam minociclina minoxidil mirtazapina
misoprostol modafinilo mometasona montelukast morfina moxifloxacino mupirocina nabumetona naltrexona naproxeno naratriptan nebivolol
neomicina nicotina nifedipino nifuroxazida nimesulida nimodipino nistatina nitrendipino nitrofurantoina nitroglicerina
noretisterona norfloxacino noscapina olanzapina olmesartan olopatadina omeprazol ondansetron orfenadrina orlistat oseltamivir
oxcarbazepina oximetazolina oxibutinina oxicodona pantoprazol paracetamol pargeverina paroxetina penicilina pentoxifilina
permetrina perindopril pilocarpina pinaverio pioglitazona piracetam piroxicam pramipexol pravastatina praziquantel prednisolona
prednisona pregabalina primidona probenecid progesterona propafenona propiltiouracilo propranolol prucaloprida pseudoefedrina
quetiapina rabeprazol racecadotrilo ramipril ranitidina rasagilina repaglinida rifampicina rifaximina risedronato risperidona
rivaroxaban rizatriptan ropinirol rosuvastatina rupatadina sacubitrilo salbutamol salmeterol saxagliptina secnidazol semaglutida
sertralina sildenafil simeticona simvastatina sitagliptina solifenacina sotalol sucralfato sulfasalazina sulfametoxazol sulpirida
sumatriptan tacrolimus tadalafilo tamoxifeno tamsulosina tapentadol telmisartan tenofovir terbinafina teriparatida testosterona
tetraciclina tibolona ticagrelor timolol tinidazol tiocolchicosido tiotropio tizanidina tobramicina tolterodina topiramato
tramadol tranexamico trazodona tretinoina triamcinolona trimebutino trimetoprima valaciclovir valproico valsartan vardenafilo
venlafaxina verapamilo vigabatrina vildagliptina vilanterol vortioxetina warfarina xilometazolina zafirlukast zidovudina
zolmitriptan zolpidem zopiclona
`

/** Therapeutic classes and complaints, folded and singular. */
const CLASSES_AND_COMPLAINTS = `
analgesico androgeno anestesico anorexico ansiolitico antiacido antiacne antialergico antiarritmico antiasmatico antibacteriano
antibiotico anticoagulante anticolinergico anticonceptivo anticonvulsivante antidepresivo antidiabetico antidiarreico antiemetico
antiepileptico antiespasmodico antiflatulento antifungico antigripal antihelmintico antihemorroidal antihipertensivo
antihistaminico antiinflamatorio antimicotico antimigranoso antineoplasico antiparasitario antiparkinsoniano antipiretico
antipsicotico antireumatico antiseptico antitiroideo antitranspirante antitusivo antiulceroso antivertiginoso antiviral
broncodilatador corticoide desinfectante descongestionante diuretico emenagogo estatina estrogeno expectorante hipnotico
hipoglicemiante hipolipemiante hipotensor hipertensor hipertensivo inmunosupresor laxante mucolitico oftalmico otico progestageno protector
relajante sedante suplemento vacuna vasodilatador vitamina
acidez acne alergia anemia ansiedad artritis artrosis asma bronquitis calambre candidiasis caspa catarro celulitis cistitis colesterol
colico colitis congestion conjuntivitis depresion dermatitis diabetes diarrea dolor embarazo epilepsia estrenimiento fiebre gastritis gota
gripe hemorroide herpes hipertension hipotension hipertiroidismo hipotiroidismo hongo infeccion inflamacion insomnio jaqueca
insolacion lactancia lombriz mareo menopausia migrana nausea obesidad osteoporosis piojo psoriasis quemadura reflujo resfriado resfrio reumatismo rinitis
sarna sinusitis tiroide tos ulcera varice vertigo vomito
`

const wordsOf = (list: string) => list.split(/\s+/).filter(Boolean)

export const INGREDIENT_WORDS: ReadonlySet<string> = new Set(wordsOf(INGREDIENTS))

/** Such a word is never corrected, found inside another or left out: a search for prednisona must not find prednisolona. */
export const THERAPY_WORDS: ReadonlySet<string> = new Set([
  ...INGREDIENT_WORDS,
  ...wordsOf(CLASSES_AND_COMPLAINTS),
])

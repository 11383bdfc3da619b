/**
 * Chile's most frequent given names and last names, folded. A listed name is never taken for a mistyped or cut form of another one: Mario
 * isn't María, Soto isn't Sotomayor. Names that are missing here are compared more leniently, nothing worse.
 */
const GIVEN_NAMES = `
  abraham adolfo adrian agustin agustina alan alberto aldo alejandra alejandro alex alexander alexis alfonso alfredo
  alicia alma alonso alvaro amalia amanda amelia ana anais andrea andres angel angela angeles angelica antonella
  antonia antonio ariel armando arturo augusto aurora barbara bastian beatriz belen benjamin bernarda bernardo blanca
  boris brenda bruno camila camilo carla carlos carmen carol carolina catalina cecilia cesar christian clara claudia
  claudio constanza consuelo cristian cristina cristobal daniel daniela danilo david dayana debora diana diego
  dominga domingo edgardo edita edith eduardo efrain elena eliana elias elisa elizabeth elsa elvira emilia emilio
  emma enrique eric erica erick erika ernesto esteban estefania ester eugenia eugenio eva evelyn fabian fabiana
  fabiola fanny felipe felix fernanda fernando fidel flavia flor florencia francesca francisca francisco franco
  gabriel gabriela gaspar genesis gerardo german gilda gisela gladys gloria gonzalo graciela gregorio guillermo
  gustavo hector helena heriberto hernan hilda hortensia hugo humberto ignacia ignacio ines ingrid irene iris irma
  isabel isabella isidora ismael israel ivan ivonne jacqueline jaime janet javier javiera jeannette jessica jesus
  joan joaquin joaquina johanna jonathan jorge jose josefa josefina josue juan juana judith julia julian juliana
  julieta julio karen karina karla katherine leonardo leonor leticia lidia liliana lorena lorenzo loreto lourdes
  lucas lucia luciano luis luisa luz macarena magdalena manuel manuela marcela marcelo marcia marcial marco marcos
  margarita maria mariana mariano maribel mariela marina mario marisol marlene marta martha martin martina mateo
  matias mauricio max maximiliano maximo mercedes mia miguel miriam mirna mirta monica monserrat montserrat myriam
  nadia nancy natalia nelly nelson nicolas nicole nieves noelia nora norma octavia octavio ofelia olga omar oriana
  orlando oscar pablo pamela paola pascal pascual pascuala patricia patricio paula paulina paulo paz pedro pia pilar
  priscila rafael rafaela ramiro ramon raquel raul rayen rebeca regina renata rene ricardo roberta roberto rocio
  rodolfo rodrigo rolando romina rosa rosario rosaura roxana ruben ruth salvador samuel sandra santiago sara
  sebastian segundo sergio silvana silvia simon simona sofia sol solange soledad sonia stefania susana tamara tania
  tatiana teresa tomas trinidad valentin valentina valeria vanessa veronica vicenta vicente victor victoria violeta
  virginia viviana walter wilson ximena yasna yolanda`

const LAST_NAMES = `
  abarca acevedo acosta acuna aguayo aguilar aguilera aguirre ahumada alarcon alvarado alvarez alvear andrade
  arancibia aranda araneda aravena araya arce arellano arias arriagada avendano avila ayala baeza barra barraza
  barrera barria barrientos barrios bastias becerra benavides benitez bravo bustamante bustos caceres calderon campos
  cardenas caro carrasco carreno carrera carvajal castillo castro catalan cerda chavez cifuentes cisternas concha
  contreras cordero cordova cornejo correa cortes cortez cruz cuevas delgado diaz dominguez donoso duran escobar
  escobedo espinosa espinoza farias faundez fernandez ferrada ferrer figueroa flores fuente fuentealba fuentes gaete
  gajardo galaz gallardo gallegos galvez garay garces garcia garrido godoy gomez gonzalez guajardo guerra guerrero
  gutierrez guzman henriquez heredia hermosilla hernandez herrera hidalgo huerta hurtado ibanez inostroza jara
  jaramillo jeria jimenez lagos lara larenas latorre leal leiva leon lillo lira lizama lobos lopez loyola luna
  maldonado mancilla manriquez mansilla mara mardones marin marquez martinez medel medina mella mellado mena mendez
  mendoza meneses meza miranda molina monsalve montecinos montenegro montero montoya mora moraga morales moreno moya
  muniz munoz naranjo navarrete navarro neira nunez ojeda olave olguin oliva olivares oliveras opazo orellana ormeno
  orrego ortega ortiz osorio oyarzun pacheco padilla paez palacios palma pardo paredes parra pavez paz pena peralta
  pereira perez pezoa pino pinto pizarro plaza poblete ponce pozo quezada quijada quintana quinteros quiroga quiroz
  ramirez ramos rebolledo retamal reyes riffo rios riquelme rivas rivera riveros robles roca rocha rodriguez rojas
  roldan roman romero rosales rosas rubilar rubio ruiz saavedra saez salas salazar saldias saldivia salgado salinas
  salvo sanchez sandoval sanhueza santana santander santibanez sanz segovia sepulveda serrano sierra silva solar
  solis sosa soto sotomayor suarez suazo tapia tobar toledo toro torrealba torres troncoso uribe urra urrutia urzua
  valdebenito valdes valdez valdivia valencia valenzuela valladares vallejos varas vargas vasquez veas vega velasquez
  venegas vera vergara vial vicencio vidal viera villagra villalobos villar villarroel villegas vivanco yanez zamora
  zamorano zapata zarate zavala zepeda zuniga`

const GIVEN = new Set(GIVEN_NAMES.trim().split(/\s+/))
const LAST = new Set(LAST_NAMES.trim().split(/\s+/))

/** Whether a folded word is a frequent given name. */
export const isGivenName = (word: string) => GIVEN.has(word)

/** Whether a folded word is a frequent given name or last name. */
export const isCommonName = (word: string) => GIVEN.has(word) || LAST.has(word)

import type { LegalText, Store } from '#contract/store.ts'
import { store } from './store.config.ts'

/**
 * The texts of /privacidad, /condiciones and /devoluciones. Only these three pages load them.
 *
 * TO BE REVIEWED by the pharmacy's lawyer before the shop opens: they describe how this software works and what Chilean law asks of
 * an online pharmacy in general, not how this pharmacy delivers, for how long it keeps its own papers, or what it agreed
 * with others. They name no days of the RETAIN_*_DAYS (README.md#configuration), so that they stay true
 * when the operator changes those. After a review write its day here.
 */
const UPDATED = '23 de noviembre de 2026'

const { name, address, phone, email, bank } = store
const { director, directorRegistration, directorHours, authorization, electronicSale }: Store['legal'] =
  store.legal
const where = `${address.street}, ${address.city}, ${address.region}`

export const privacy: LegalText = {
  title: 'Política de privacidad',
  summary: `Qué datos tuyos trata ${name}, para qué, por cuánto tiempo y cómo decides sobre ellos.`,
  updated: UPDATED,
  sections: [
    {
      title: 'Quién responde por tus datos',
      paragraphs: [
        `${bank.holder}, RUT ${bank.taxId}, con domicilio en ${where}, es responsable de los datos personales que nos entregas en este sitio. Para cualquier asunto sobre tus datos escríbenos a ${email} o llámanos al ${phone}.`,
        'Los tratamos según la Ley 19.628 sobre protección de la vida privada y, desde el 1 de diciembre de 2026, según el texto que le dio la Ley 21.719.',
      ],
    },
    {
      title: 'Qué datos tratamos y para qué',
      paragraphs: [],
      list: [
        'Tu cuenta: nombre, RUT, fecha de nacimiento, género, teléfonos, correo, categorías de interés y, si quieres, una foto. Sirven para reconocerte y preparar tus compras.',
        'Tus pedidos: productos, datos de envío, comprobante de la transferencia, lo que el banco nos informa de ella (nombre o RUT de quien paga, fecha y monto) y, si la envías, la imagen de la receta con su revisión. Sirven para cumplir la compra y las obligaciones tributarias y sanitarias de la farmacia.',
        'Los recordatorios de pedidos que pides. Puedes cancelarlos en el pedido y en cada correo.',
        'Tus solicitudes: lo que escribes en los formularios de contacto y de recetario, y la imagen de la receta. Sirven para responderte y cotizar.',
        'Tus avisos: el correo que dejas en «Avísame cuando llegue» y el producto. Sirven para enviarte ese único correo.',
        'Seguridad: la fecha de tus ingresos, las sesiones abiertas y, para las acciones que lo exigen, la dirección de red.',
      ],
    },
    {
      title: 'Datos de salud',
      paragraphs: [
        'Una receta, y muchas veces una compra en una farmacia, dicen algo sobre tu salud. La ley llama sensibles a estos datos. Los tratamos solo con el consentimiento que das al enviarlos o cuando la ley sanitaria nos obliga, no los usamos para publicidad y los ve únicamente el personal que los necesita para atenderte.',
        'Puedes retirar tu consentimiento en cualquier momento. Lo hecho hasta entonces sigue siendo válido.',
        'Si tienes menos de 16 años, pide a tu madre, tu padre o quien te representa que use el sitio por ti.',
      ],
    },
    {
      title: 'Con quién los compartimos',
      paragraphs: [
        'No vendemos tus datos ni los cedemos para publicidad. Los reciben solo quienes nos prestan un servicio y en lo necesario: quien despacha tu pedido, nuestro banco y quienes alojan este sitio y envían sus correos; además, las autoridades cuando la ley lo ordena.',
        'El mapa de la página de inicio se carga desde OpenStreetMap cuando llegas a él: ese servicio recibe entonces la dirección de red de tu equipo.',
      ],
    },
    {
      title: 'Por cuánto tiempo',
      paragraphs: [],
      list: [
        'Tu cuenta: hasta que la elimines.',
        'Los pedidos: el tiempo que exigen las normas tributarias y sanitarias. Si eliminas tu cuenta quedan sin tu nombre, dirección, teléfono ni correo, y los que no has pagado se cancelan.',
        'Las imágenes de las recetas, enviadas por el formulario de recetario o con un pedido: lo necesario para cotizar, preparar y responderte, según el plazo que la farmacia tiene fijado en su sistema, que las borra por sí solo al cumplirse.',
        'Lo que se anota de una receta aprobada (quién la extendió, su fecha y su folio): con el pedido; si eliminas tu cuenta, se borra. Las recetas que sirven para varias entregas las ves y las quitas en «Mis recetas» de tu perfil.',
        'El libro de recetas (fecha, tu nombre y RUT, quién extendió la receta, el producto y su cantidad): el tiempo que la norma sanitaria exige conservar los registros de la farmacia, también si eliminas tu cuenta; entonces queda sin relación con ella.',
        'Lo que el banco informa de una transferencia: con el pedido que paga; si eliminas tu cuenta, se borran el nombre y el RUT de quien pagó y quedan fecha y monto. Si no paga ningún pedido, según un plazo fijado en el sistema.',
        'Los avisos de productos: seis meses, o hasta 30 días después de avisarte; antes, si los terminas con el enlace del correo.',
        'Los registros de ingreso: lo necesario para la seguridad de las cuentas, también según un plazo fijado en el sistema.',
        'Si quieres saber cuáles son hoy esos plazos, escríbenos y te los decimos.',
      ],
    },
    {
      title: 'Tus derechos',
      paragraphs: [
        'Puedes pedirnos acceso a tus datos, que los corrijamos, que los eliminemos, que dejemos de tratarlos o los bloqueemos, y que te los entreguemos en un formato que otro sistema pueda leer. Es gratis.',
        'En tu perfil puedes corregir tus datos, descargarlos con «Descargar mis datos» y eliminar tu cuenta con «Eliminar mi cuenta». Para lo demás escríbenos: te responderemos dentro de los plazos de la ley. Si no quedas conforme puedes reclamar ante la autoridad, que desde el 1 de diciembre de 2026 es la Agencia de Protección de Datos Personales, o ante los tribunales.',
        'Los mensajes de los formularios no están unidos a tu cuenta, porque nadie ha comprobado que el correo escrito en ellos sea tuyo. Para verlos o eliminarlos escríbenos.',
      ],
    },
    {
      title: 'Cookies y seguridad',
      paragraphs: [
        'No usamos cookies de publicidad ni de seguimiento. Dos cookies protegen tus formularios y tu ingreso; otra recuerda la letra más grande, si la eliges. Tu sesión y tu carrito se guardan en tu navegador y se borran al cerrar la sesión.',
        'Las contraseñas se guardan cifradas de forma que ni nosotros podemos leerlas, y las imágenes de recetas y comprobantes no son públicas. Si una vulneración pone en riesgo tus derechos, avisaremos a la autoridad y a ti según la ley.',
      ],
    },
  ],
}

export const terms: LegalText = {
  title: 'Condiciones de compra',
  summary: `Cómo se compra en ${name}, qué obliga a la farmacia y qué derechos tienes.`,
  updated: UPDATED,
  sections: [
    {
      title: 'La farmacia',
      paragraphs: [
        `${name} es un establecimiento de ${bank.holder}, RUT ${bank.taxId}, en ${where}.`,
        ...(director
          ? [
              `La dirección técnica es de ${director}${directorRegistration ? `, ${directorRegistration}` : ''}.${directorHours ? ` Horario: ${directorHours}.` : ''}`,
            ]
          : []),
        ...(authorization ? [`Autorización sanitaria: ${authorization}.`] : []),
        ...(electronicSale ? [`Autorización para la venta por medios electrónicos: ${electronicSale}.`] : []),
        'Vendemos medicamentos por medios electrónicos según el Código Sanitario y el Decreto Supremo 466 de 1984, Reglamento de Farmacias. Estas condiciones se rigen además por la Ley 19.496 sobre protección de los derechos de los consumidores: nada en ellas limita los derechos que esa ley te da.',
      ],
    },
    {
      title: 'Cómo se compra',
      paragraphs: [
        'Eliges los productos, inicias sesión, completas los datos de envío y presionas «Realizar pedido». Antes de ese botón ves los productos, las cantidades y el total, y puedes corregirlos. Después recibes un correo con el número del pedido y los datos para transferir.',
        'El pedido queda confirmado cuando recibimos el pago. Guardamos cada pedido y puedes verlo en tu perfil.',
      ],
    },
    {
      title: 'Precios y pago',
      paragraphs: [
        'Los precios están en pesos chilenos e incluyen IVA. En los envases con varias unidades mostramos también el precio por unidad. Vale el precio que ves al confirmar; si cambió mientras comprabas te lo mostramos antes de que confirmes.',
        `Se paga por transferencia a la cuenta de ${bank.holder} en ${bank.bank}.`,
      ],
    },
    {
      title: 'Medicamentos con receta',
      paragraphs: [
        'Los productos marcados «Requiere receta médica» se entregan solo después de que un químico farmacéutico revise tu receta vigente.',
        store.prescription,
        'Si la receta es retenida y la tienes en papel, la entregas al recibir el medicamento. Los medicamentos que exigen receta cheque no se venden por este sitio. Si la receta falta o no corresponde, no entregamos ese producto y te devolvemos lo que pagaste por él. Una receta aprobada para varias entregas sirve para tus pedidos siguientes hasta su fecha; la ves en «Mis recetas» de tu perfil.',
        'Un medicamento bioequivalente ha demostrado el mismo efecto que el de referencia. En cada producto te mostramos, si las hay, otras alternativas con el mismo principio activo, ordenadas por precio.',
      ],
    },
    {
      title: 'Entrega',
      paragraphs: [
        'Despachamos a la dirección que indicas, en envases cerrados y cuidando la temperatura que cada producto necesita. El químico farmacéutico responde tus dudas por teléfono, correo o WhatsApp, también después de la entrega.',
        'Si no podemos cumplir el pedido te avisamos y te devolvemos el dinero.',
      ],
    },
    {
      title: 'Uso responsable',
      paragraphs: [
        'La información de este sitio no reemplaza la consulta a un profesional de la salud. Lee el folleto, respeta las dosis y, si tienes una reacción que no esperabas, consulta de inmediato y avísanos.',
      ],
    },
    {
      title: 'Reclamos',
      paragraphs: [
        `Escríbenos a ${email}, llámanos al ${phone} o visítanos en ${where}. También puedes acudir al Servicio Nacional del Consumidor (SERNAC) o al juzgado competente y, en asuntos sanitarios, al Instituto de Salud Pública.`,
      ],
    },
  ],
}

export const returns: LegalText = {
  title: 'Cambios y devoluciones',
  summary: 'Cuándo puedes arrepentirte de una compra y qué pasa si un producto llega con problemas.',
  updated: UPDATED,
  sections: [
    {
      title: 'Si te arrepientes',
      paragraphs: [
        'Tienes 10 días desde que recibes el producto para retractarte de una compra hecha en este sitio, sin explicar por qué (artículo 3 bis de la Ley 19.496). Devuélvelo sin uso, con su envase cerrado y sus sellos intactos. Te devolvemos todo lo que pagaste por él lo antes posible y a más tardar dentro de 45 días.',
        'No hay derecho a retracto en:',
      ],
      list: [
        'preparados magistrales y otros productos hechos a tu medida;',
        'productos que se deterioran o vencen con rapidez o que deben mantenerse refrigerados;',
        'productos de uso personal o de higiene cuyo sello fue abierto;',
        'medicamentos cuyo envase fue abierto.',
      ],
    },
    {
      title: 'Por qué un medicamento devuelto no vuelve a la venta',
      paragraphs: [
        'Fuera de la farmacia nadie puede asegurar cómo se conservó. Por eso los medicamentos que recibimos de vuelta se separan y se eliminan según la norma sanitaria.',
      ],
    },
    {
      title: 'Si llega con problemas',
      paragraphs: [
        'Si recibes un producto equivocado, vencido, dañado, abierto o con menos contenido, o si la autoridad ordena retirarlo, no lo uses y avísanos: te lo cambiamos o te devolvemos el dinero, y el envío corre por nuestra cuenta.',
        'Además tienes la garantía legal: dentro de los plazos de la Ley 19.496 (en general, seis meses desde que lo recibes; menos en productos perecibles o de consumo en plazos breves) eliges entre el cambio, la reparación o la devolución de lo pagado.',
      ],
    },
    {
      title: 'Cómo pedirlo',
      paragraphs: [
        `Escríbenos a ${email} o llámanos al ${phone} con el número del pedido y, si puedes, una foto. También puedes traer el producto a ${where}. La devolución se hace por transferencia a la cuenta que indiques.`,
      ],
    },
  ],
}

import type { FormRequest } from '#contract/requests.ts'
import { internationalPhone, isMobile, readPhone } from '#domain/phone.ts'
import { store } from '#store'

// Templates of an answer by mail, phone or WhatsApp. No template names a product or a remedy: messages show on locked screens,
// and a prescription is health data.

const firstName = ({ fullname }: FormRequest) => fullname.trim().split(/\s+/)[0]

const greeting = (request: FormRequest) =>
  `Hola ${firstName(request)}, te escribimos de ${store.name} por la solicitud que nos enviaste.`

export const ANSWER_SUBJECT = `Respuesta a tu solicitud en ${store.name}`

export const answerTemplate = (request: FormRequest) => {
  const beginning = `Hola ${firstName(request)}:\n\n`
  return { beginning, end: `\n\nSaludos,\n${store.name}\n${store.phone}` }
}

export const mailLink = (request: FormRequest) =>
  `mailto:${encodeURIComponent(request.email)}?subject=${encodeURIComponent(ANSWER_SUBJECT)}&body=${encodeURIComponent(`${greeting(request)}\n\n`)}`

/** A link that calls the customer; null without a phone number. */
export function phoneLink({ phone }: FormRequest): string | null {
  const international = internationalPhone(phone)
  if (international) return `tel:+${international}`
  const digits = readPhone(phone)
  return digits && `tel:${digits}`
}

/** A link to a WhatsApp chat; null without a number that can have WhatsApp. */
export function whatsappLink(request: FormRequest): string | null {
  const international = internationalPhone(request.phone)
  if (!international || !isMobile(international)) return null
  return `https://wa.me/${international}?text=${encodeURIComponent(greeting(request))}`
}

import { newPasswordUrl, SCREENS } from '#domain/screen-urls.ts'
import { store } from '#store'
import type { MailContent, Person } from '../../../mail/render-mail.ts'

/** The mail to a newly registered customer. */
export function welcome(to: Person): MailContent {
  return {
    to,
    subject: `Te damos la bienvenida a ${store.name}`,
    preview: 'Tu cuenta ya está lista.',
    heading: `Hola, ${to.name}`,
    blocks: [
      `Tu cuenta en ${store.name} ya está lista. Desde tu perfil puedes ver tus pedidos, subir tus comprobantes y mantener tus datos al día.`,
      { button: 'Ir a la tienda', path: SCREENS.shop },
    ],
    reason: `Recibes este correo porque creaste una cuenta en ${store.name}. Si no fuiste tú, avísanos.`,
  }
}

/** The mail to a user who forgot the password: a link that works once, within one hour. */
export function recovery(to: Person, token: string): MailContent {
  return {
    to,
    subject: `Crea una nueva contraseña en ${store.name}`,
    preview: 'El enlace sirve una vez y vence en una hora.',
    heading: 'Crea una nueva contraseña',
    blocks: [
      `Hola ${to.name}. Recibimos una solicitud para cambiar la contraseña de tu cuenta.`,
      { button: 'Crear contraseña', path: newPasswordUrl(token) },
      { note: 'El enlace sirve una sola vez y vence en una hora. Si pides otro, este deja de funcionar.' },
      { note: 'Si no lo pediste tú, no hagas nada: tu contraseña sigue siendo la misma.' },
    ],
    reason: `Recibes este correo porque alguien pidió recuperar la contraseña de esta cuenta en ${store.name}.`,
  }
}

/** The mail to a new member of the staff: a link that works once, within 72 hours. */
export function invitation({ role, ...to }: Person & { role: string }, token: string): MailContent {
  return {
    to: { name: to.name, address: to.address },
    subject: `Te invitaron al equipo de ${store.name}`,
    preview: 'Elige tu contraseña para entrar.',
    heading: `Hola, ${to.name}`,
    blocks: [
      `Te crearon una cuenta en ${store.name} con el rol ${role}. Elige tu contraseña y luego inicia sesión con este correo.`,
      { button: 'Elegir contraseña', path: newPasswordUrl(token) },
      {
        note: 'El enlace sirve una sola vez y vence en 72 horas. Si venció, pide otro a quien te invitó o usa «¿Olvidaste tu contraseña?».',
      },
    ],
    reason: `Recibes este correo porque un Administrador de ${store.name} te creó una cuenta. Si no trabajas ahí, no hagas nada.`,
  }
}

/** The mail to a member of the staff whose second factor somebody else turned off. */
export function secondFactorReset(to: Person): MailContent {
  return {
    to,
    subject: `Se restableció tu segundo factor en ${store.name}`,
    preview: 'Tus próximos inicios de sesión no piden el código.',
    heading: 'Se restableció tu segundo factor',
    blocks: [
      `Hola ${to.name}. Quien administra la tienda quitó el segundo factor de tu cuenta y cerró tus sesiones. Hasta que lo configures otra vez, entras solo con tu correo y tu contraseña.`,
      { note: 'Configúralo de nuevo en Configuración, con la aplicación de tu teléfono.' },
      { note: 'Si no lo pediste tú, cambia tu contraseña y avisa de inmediato a otro Administrador.' },
    ],
    reason: `Recibes este correo porque tienes una cuenta del equipo en ${store.name}.`,
  }
}

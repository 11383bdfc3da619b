import { useRevalidator } from 'react-router'
import type { User } from '#contract/users.ts'
import type { Role } from '#domain/users.ts'
import { browserApi } from '../../api/client.ts'
import { notice } from '../../ui/notice.tsx'

/** The parts of the back office that each role sees, as a hint beside the choice of a role. */
export const ROLE_HINTS = {
  Administrador: 'Ve y cambia todo: productos, pedidos, clientes y roles.',
  Marketing: 'Ve el tablero, los códigos de descuento, el carrusel y su configuración.',
  Cliente: 'No podrá entrar a la administración.',
} as const satisfies Record<Role, string>

/**
 * Returns a function that saves a user's role, then loads the list again and shows a toast.
 *
 * @throws ApiError when the call fails
 */
export function useSaveRole() {
  const { revalidate } = useRevalidator()
  return async ({ _id }: User, role: Role, onSaved?: () => unknown) => {
    await browserApi.updateRole({ body: { id: _id, role } })
    onSaved?.()
    await Promise.all([
      notice.toast({
        title: 'Actualizado!',
        text: 'Se actualizo el rol correctamente!',
        icon: 'success',
        timer: 2_000,
      }),
      revalidate(),
    ])
  }
}

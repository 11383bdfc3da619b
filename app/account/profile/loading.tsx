import { Skeleton } from '../../ui/skeleton.tsx'

/** The profile's placeholder while its data load. */
export function ProfileLoading() {
  return (
    <div className="card grid gap-6 p-4 sm:p-6">
      <p role="status" className="text-soft">
        Cargando Perfil...
      </p>
      <div className="grid gap-6 sm:grid-cols-2">
        {['name', 'rut', 'phone', 'birth', 'email', 'interests'].map((key) => (
          <div key={key} className="grid gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-6 w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}

import { controlClasses } from "#app/ui/control.tsx";

/** E-mail and password, as password managers know them. */
export function LoginFields() {
  return (
    <>
      <label className="mt-4 grid gap-1">
        <span className="font-semibold">Email</span>
        <input type="email" name="email" required autoComplete="username" className={controlClasses} />
      </label>
      <label className="mt-4 grid gap-1">
        <span className="font-semibold">Password</span>
        <input
          type="password"
          name="password"
          required
          autoComplete="current-password"
          className={controlClasses}
        />
      </label>
    </>
  );
}

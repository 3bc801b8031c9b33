import { Navigate } from "react-router";

/** Redirects unknown paths to the home page, as the server does for full page loads. */
export default function UnknownPage() {
  return <Navigate to="/" replace />;
}

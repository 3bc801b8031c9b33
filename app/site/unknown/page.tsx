import { Navigate } from "react-router";

/** Any unknown path leads home; the server does the same for full page loads. */
export default function UnknownPage() {
  return <Navigate to="/" replace />;
}

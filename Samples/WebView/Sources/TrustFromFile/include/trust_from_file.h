#pragma once

// The file whose certificates are the only ones that GIO's TLS trusts, PEM. Without it, or where it can't be read, none
// is trusted.
#define TRUST_FROM_FILE_VARIABLE "HOLDFAST_TRUST_FILE"
// The name of the backend, for GIO_USE_TLS.
#define TRUST_FROM_FILE_NAME "holdfast"

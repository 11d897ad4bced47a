#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

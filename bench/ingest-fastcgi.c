// The FastCGI program of bench/ingest: adds the body of each request to the end of a file, and syncs
// the file before it responds. Each thread takes one request at a time.
// Usage: ingest-fastcgi SOCKET FILE THREADS
#include <fcgiapp.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int listener, file;

static void *serve(void *unused) {
  FCGX_Request request;
  char body[65536];
  FCGX_InitRequest(&request, listener, 0);
  while (FCGX_Accept_r(&request) == 0) {
    int length = FCGX_GetStr(body, sizeof body - 1, request.in);
    body[length++] = '\n';
    int kept = write(file, body, length) == length && fdatasync(file) == 0;
    FCGX_PutS(kept ? "Status: 204\r\n\r\n" : "Status: 500\r\n\r\n", request.out);
  }
  return unused;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  FCGX_Init();
  listener = FCGX_OpenSocket(arguments[1], 1024);
  file = open(arguments[2], O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (listener < 0 || file < 0) return 1;
  pthread_t thread;
  for (int left = atoi(arguments[3]); left > 0; left--) {
    if (pthread_create(&thread, NULL, serve, NULL) != 0) return 1;
  }
  pthread_join(thread, NULL);
  return 1;
}

// Which MinIO is built by name where no program of it is found, and the oldest Go that can build it.
module dbreport/minio

go 1.24.0

require github.com/minio/minio v0.0.0-20260212201848-7aac2a2c5b7c

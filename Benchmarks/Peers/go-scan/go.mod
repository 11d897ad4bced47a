module scan

go 1.24
